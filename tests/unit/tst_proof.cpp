// SPDX-License-Identifier: GPL-3.0-or-later
// What can be judged without the database: keys, anchors kept outside, exported chains (R120, SECURITY.md S7).
#include <QTemporaryDir>
#include <QTest>

#include "core/digest.h"
#include "proof/anchor_file.h"
#include "proof/audit_bundle.h"
#include "proof/length_prefixed.h"

#include <filesystem>
#include <fstream>

using namespace onceover;
using namespace onceover::proof;
namespace fs = std::filesystem;

namespace {

constexpr const char* kNamespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

std::string hashOf(const std::string& bytes)
{
    const Sha256 digest = sha256(bytes);
    return {digest.begin(), digest.end()};
}

/// Two chains and two anchors as the database makes them, from the rule alone (0007_functions.sql, 0026_anchors.sql).
class WrittenAudit : public AuditReader {
public:
    explicit WrittenAudit(SigningKey key, bool isSmall = false)
        : m_key(std::move(key))
    {
        if (isSmall) {
            append("people", "freeze", R"({"name": "Žofie ü 😀"})");
            append("worker:w1", "start", "{}");
            anchor();
            return;
        }
        append("people", "trigger", R"({"run_key": "settle-daily|2026-03-10"})");
        append("people", "freeze", R"({"scope": "everything", "name": "Žofie ü 😀"})");
        append("worker:w1", "start", "{}");
        anchor();
        append("people", "lift", "{}");
        append("people", "approve", R"({"request": 4})");
        anchor();
        append("people", "withdraw", "{}");
    }

    [[nodiscard]] Result<Done> noteVerification(const AuditNote&, const Uuid&) override { return Done{}; }

    void append(const std::string& chain, const std::string& action, const std::string& detail)
    {
        AuditHead& head = heads.try_emplace(chain, AuditHead{0, std::string(32, '\0')}).first->second;
        AuditRow row;
        row.chain = chain;
        row.seq = ++head.seq;
        row.at = "2026-03-10T10:3" + std::to_string(anchors.size()) + ":0" + std::to_string(row.seq) + ".000001Z";
        row.actor = "alice";
        row.login = "alice";
        row.role = "operator";
        row.action = action;
        row.target = "job settle-daily";
        row.outcome = "DONE";
        row.reason = "a \"reason\", with\\n what people type";
        row.detail = detail;
        row.requestId = "0192f0c1-2222-7000-8000-000000000001";
        row.hash = hashOf(head.hash + canonical(row));
        head.hash = row.hash;
        rows.push_back(row);
    }

    /// Rewrites everything from a row on so that the chain fits again, as somebody with every right could.
    void forge(const std::string& chain, std::int64_t seq, const std::string& actor)
    {
        std::string hash(32, '\0');
        for (AuditRow& row : rows) {
            if (row.chain != chain)
                continue;
            if (row.seq == seq)
                row.actor = actor;
            row.hash = hashOf(hash + canonical(row));
            hash = row.hash;
            heads[chain] = {row.seq, row.hash};
        }
    }

    /// Takes the rows after `seq` away, and the head back, so that nothing in the chain tells of them.
    void cut(const std::string& chain, std::int64_t seq)
    {
        std::erase_if(rows, [&](const AuditRow& row) { return row.chain == chain && row.seq > seq; });
        for (const AuditRow& row : rows) {
            if (row.chain == chain)
                heads[chain] = {row.seq, row.hash};
        }
    }

    /// As if everything of that chain had been anchored already.
    void hide(const std::string& chain) { m_anchored[chain] = heads[chain]; }

    void anchor()
    {
        Anchor made;
        made.seq = static_cast<std::int64_t>(anchors.size()) + 1;
        for (const std::string& field : {std::string{"onceover anchor 1"}, std::string{kNamespace},
                 std::to_string(made.seq), "2026-03-10T10:3" + std::to_string(made.seq) + ":00.000000Z",
                 hexOf(anchors.empty() ? std::string(32, '\0') : hashOf(anchors.back().body))})
            appendField(made.body, field);
        for (const auto& [chain, head] : heads) {
            if (const AuditHead& before = m_anchored[chain]; before.seq == head.seq)
                continue;
            m_anchored[chain] = head;
            for (const std::string& field : {chain, std::to_string(head.seq), hexOf(head.hash)})
                appendField(made.body, field);
        }
        made.signature = m_key.sign(made.body);
        made.publicKey = m_key.publicKey();
        anchors.push_back(made);
    }

    Result<Done> readAudit(const Sink& sink) override
    {
        const AuditOrigin origin{
            "settlement", "sandbox", kNamespace, "onceover", "carol", "2026-03-10T11:00:00.000000Z"};
        if (const auto begun = sink.begin(origin, heads); !begun)
            return begun;
        for (const Anchor& anchor : anchors) {
            if (const auto taken = sink.anchor(anchor); !taken)
                return taken;
        }
        for (const auto& [chain, head] : heads) {
            for (const AuditRow& row : rows) {
                if (row.chain == chain) {
                    if (const auto taken = sink.row(row); !taken)
                        return taken;
                }
            }
        }
        return Done{};
    }

    AuditHeads heads;
    std::vector<AuditRow> rows;
    std::vector<Anchor> anchors;

private:
    static std::string canonical(const AuditRow& row)
    {
        std::string bytes;
        for (const std::string& field : {row.chain, std::to_string(row.seq), row.at, row.actor, row.login, row.role,
                 row.action, row.target, row.outcome, row.reason, row.ticket, row.detail, row.requestId})
            appendField(bytes, field);
        return bytes;
    }

    SigningKey m_key;
    AuditHeads m_anchored;
};

std::string firstFault(const Result<AuditJudgement>& judgement)
{
    if (!judgement)
        return "refused: " + judgement.error().found;
    return judgement->faults.empty() ? std::string{}
                                     : judgement->faults.front().where + ": " + judgement->faults.front().what;
}

std::string readFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>{file}, {}};
}

void writeFile(const fs::path& path, const std::string& text)
{
    std::ofstream{path, std::ios::binary | std::ios::trunc} << text;
}

} // namespace

class TestProof : public QObject {
    Q_OBJECT

private slots:
    void init();
    void fieldsComeBackAsTheyWere();
    void aKeySignsForItsOwnPublicKeyAlone();
    void aKeyIsNeverOverwrittenAndNobodyElseReadsIt();
    void whatIsNoKeyIsRefusedByName();
    void untouchedChainsAreFoundWhole();
    void anythingChangedIsNamed_data(); // R120, S7, K83
    void anythingChangedIsNamed();
    void anAnchorOutsideFindsWhatTheDatabaseHides_data(); // S7
    void anAnchorOutsideFindsWhatTheDatabaseHides();
    void everyByteOfAnExportIsFound_data(); // R120
    void everyByteOfAnExportIsFound();
    void anExportNeedsAFolderOfItsOwn();
    void aTornLastAnchorIsNoAnchor();
    void aFileOfSomebodyElseIsRefused_data();
    void aFileOfSomebodyElseIsRefused();
    void severalKeysAreTrustedAtOnce();

private:
    [[nodiscard]] std::string path(const char* name) const
    {
        return (m_folder->filePath(QString::fromLatin1(name))).toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<SigningKey> m_key;
    std::unique_ptr<WrittenAudit> m_audit;
};

void TestProof::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_key = std::make_unique<SigningKey>(SigningKey::generate());
    m_audit = std::make_unique<WrittenAudit>(*m_key);
}

void TestProof::fieldsComeBackAsTheyWere()
{
    std::string bytes;
    const std::vector<std::string> fields{"people", "", std::string("\0\1", 2), std::string(70000, 'x')};
    for (const std::string& field : fields)
        appendField(bytes, field);
    QCOMPARE(splitFields(bytes), std::optional{fields});
    QCOMPARE(bytes.substr(0, 5), std::string("\0\0\0\6p", 5));
    QVERIFY(!splitFields(bytes.substr(0, bytes.size() - 1)));
    QVERIFY(!splitFields(bytes + "\1"));
    QCOMPARE(fromHex(hexOf(bytes)), std::optional{bytes});
    for (const char* wrong : {"a", "0G", "AB", " 0"})
        QVERIFY(!fromHex(wrong));
}

void TestProof::aKeySignsForItsOwnPublicKeyAlone()
{
    const std::string signature = m_key->sign("bytes");
    QVERIFY(isSignedBy(m_key->publicKey(), "bytes", signature));
    QVERIFY(!isSignedBy(m_key->publicKey(), "bytez", signature));
    QVERIFY(!isSignedBy(SigningKey::generate().publicKey(), "bytes", signature));
    QVERIFY(!isSignedBy({}, "bytes", signature));
    QVERIFY(!isSignedBy(m_key->publicKey(), "bytes", signature.substr(1)));
    // RFC 8032, section 7.1, test 2.
    const std::string publicKey = fromHex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c").value();
    const std::string known = fromHex("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                                      "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
                                  .value();
    QVERIFY(isSignedBy(publicKey, "\x72", known));
}

void TestProof::aKeyIsNeverOverwrittenAndNobodyElseReadsIt()
{
    const auto saved = m_key->save(path("key"));
    QVERIFY(saved.has_value());
    QCOMPARE(fs::status(path("key")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    const auto loaded = SigningKey::load(path("key"));
    QVERIFY(loaded.has_value());
    QCOMPARE(loaded->publicKey(), m_key->publicKey());
    QCOMPARE(loadPublicKey(path("key.pub")).value(), m_key->publicKey());
    QCOMPARE(loadPublicKey(path("key")).value(), m_key->publicKey());
    const std::string before = readFile(path("key"));
    const auto again = SigningKey::generate().save(path("key"));
    QVERIFY(!again && again.error().found.find("never overwritten") != std::string::npos);
    QCOMPARE(readFile(path("key")), before);
    fs::permissions(path("key"), fs::perms::group_read, fs::perm_options::add);
    const auto open = SigningKey::load(path("key"));
    QVERIFY(!open && open.error().found.find("chmod 600") != std::string::npos);
}

void TestProof::whatIsNoKeyIsRefusedByName()
{
    writeFile(path("text"), "no key\n");
    fs::permissions(path("text"), fs::perms::owner_read | fs::perms::owner_write);
    for (const std::string& wrong : {path("text"), path("nowhere")}) {
        const auto key = SigningKey::load(wrong);
        QVERIFY(!key);
        QVERIFY2(key.error().found.starts_with(wrong), key.error().found.c_str());
        QVERIFY(!loadPublicKey(wrong));
    }
    QVERIFY(m_key->save(path("key")).has_value());
    QVERIFY2(!SigningKey::load(path("key.pub")), "a public key signs nothing");
}

void TestProof::untouchedChainsAreFoundWhole()
{
    const auto judgement = judgeAudit(*m_audit, {});
    QCOMPARE(firstFault(judgement), std::string{});
    QCOMPARE(judgement->rows, 6);
    QCOMPARE(judgement->chains, 2);
    QCOMPARE(judgement->anchors, 2);
    QCOMPARE(judgement->anchoredUntil, std::string{"2026-03-10T10:32:00.000000Z"});
    QCOMPARE(judgement->publicKeys, std::vector{m_key->publicKey()});
    QCOMPARE(firstFault(judgeAudit(*m_audit, {{m_key->publicKey()}, {}})), std::string{});
}

void TestProof::anythingChangedIsNamed_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<QString>("fault");
    QTest::newRow("field of a row") << 0 << "chain people, row 2: its fields or the row before were changed";
    QTest::newRow("hash of a row") << 1 << "chain people, row 3: its fields or the row before were changed";
    QTest::newRow("row cut out") << 2 << "chain people, row 3: the row before is 1";
    QTest::newRow("first row cut out") << 3 << "chain people, row 2: the rows before are missing";
    QTest::newRow("two rows exchanged") << 4 << "chain people, row 3: the row before is 1";
    QTest::newRow("chain rewritten from a row on") << 5 << "chain people, row 2: is not the one that anchor 1 signed";
    QTest::newRow("tail cut with its head, before an anchor")
        << 6 << "chain people, row 4: is missing, and so is all up to row 4, which anchor 2";
    QTest::newRow("chain cut away whole") << 7 << "chain worker:w1: is missing: anchor 1 signed its row 1";
    QTest::newRow("tail cut, head left") << 8 << "chain people: ends with row 4, its head is row 5";
    QTest::newRow("anchor cut out") << 9 << "anchor 2: the anchor before is missing";
    QTest::newRow("anchor of another key, body changed") << 10 << "anchor 1: its signature is not good";
    QTest::newRow("rows kept out of later anchors") << 12 << "chain people, row 5: was written at 2026-03-10T10:32:05";
    QTest::newRow("signature of another key") << 11 << "anchor 2: was signed by the key";
}

void TestProof::anythingChangedIsNamed()
{
    QFETCH(int, change);
    QFETCH(QString, fault);
    std::vector<AuditRow>& rows = m_audit->rows; // people 1, people 2, worker 1, people 3, people 4, people 5
    AuditTrust trust;
    switch (change) {
    case 0:
        rows[1].actor = "mallory";
        break;
    case 1:
        rows[3].hash[7] ^= 1;
        break;
    case 2:
        rows.erase(rows.begin() + 1);
        break;
    case 3:
        rows.erase(rows.begin());
        break;
    case 4:
        std::swap(rows[1], rows[3]);
        break;
    case 5:
        m_audit->forge("people", 1, "mallory");
        break;
    case 6:
        m_audit->cut("people", 3);
        break;
    case 7:
        m_audit->cut("worker:w1", 0);
        m_audit->heads.erase("worker:w1");
        break;
    case 8:
        rows.pop_back();
        break;
    case 9:
        m_audit->anchors.erase(m_audit->anchors.begin());
        break;
    case 10:
        m_audit->anchors[0].body.back() ^= 1;
        break;
    case 12:
        m_audit->hide("people");
        m_audit->anchor();
        m_audit->anchor();
        break;
    case 11: {
        const SigningKey other = SigningKey::generate();
        m_audit->anchors[1].signature = other.sign(m_audit->anchors[1].body);
        m_audit->anchors[1].publicKey = other.publicKey();
        trust.publicKeys = {m_key->publicKey()};
        break;
    }
    default:
        QFAIL("no such change");
    }
    const std::string found = firstFault(judgeAudit(*m_audit, trust));
    QVERIFY2(QString::fromStdString(found).startsWith(fault), found.c_str());
}

void TestProof::anAnchorOutsideFindsWhatTheDatabaseHides_data()
{
    QTest::addColumn<int>("deed");
    QTest::addColumn<QString>("fault");
    QTest::newRow("nothing was done") << 0 << "";
    QTest::newRow("restored to before the last anchor") << 1 << "anchor 2: is not in the database";
    QTest::newRow("history written anew, and signed anew")
        << 2 << "anchor 1: the database holds another one of that number";
}

void TestProof::anAnchorOutsideFindsWhatTheDatabaseHides()
{
    QFETCH(int, deed);
    QFETCH(QString, fault);
    AnchorFile file{*m_key, path("anchors.jsonl")};
    for (const Anchor& anchor : m_audit->anchors)
        QVERIFY(file.keep(anchor).has_value());
    if (deed == 1) {
        m_audit->anchors.pop_back();
        m_audit->cut("people", 2);
    }
    if (deed == 2) {
        m_audit = std::make_unique<WrittenAudit>(*m_key);
        m_audit->forge("people", 1, "mallory");
        m_audit->anchors.clear();
        m_audit->anchor();
        m_audit->anchor();
    }
    const std::string found = firstFault(judgeAudit(*m_audit, {{}, {path("anchors.jsonl")}}));
    const std::string expected = fault.isEmpty() ? std::string{} : path("anchors.jsonl") + ": " + fault.toStdString();
    QVERIFY2(fault.isEmpty() ? found.empty() : found.starts_with(expected), found.c_str());
}

void TestProof::everyByteOfAnExportIsFound_data()
{
    QTest::addColumn<bool>("isSigned");
    QTest::newRow("signed") << true;
    QTest::newRow("not signed") << false;
}

void TestProof::everyByteOfAnExportIsFound()
{
    QFETCH(bool, isSigned);
    m_audit = std::make_unique<WrittenAudit>(*m_key, true); // Each byte costs a judgement of the whole.
    const fs::path folder = path("export");
    const auto exported
        = exportAudit(*m_audit, folder.string(), isSigned ? std::optional{*m_key} : std::optional<SigningKey>{});
    QVERIFY2(exported.has_value(), exported ? "" : exported.error().found.c_str());
    QCOMPARE(exported->rows, 2);
    const auto whole = judgeExport(folder.string(), {});
    QCOMPARE(firstFault(whole), std::string{});
    QCOMPARE(whole->manifest, isSigned ? BundleSignature::Good : BundleSignature::None);
    int files = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        ++files;
        const std::string text = readFile(entry.path());
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::string changed = text;
            changed[i] = static_cast<char>(changed[i] ^ 1);
            writeFile(entry.path(), changed);
            const std::string fault = firstFault(judgeExport(folder.string(), {}));
            QVERIFY2(!fault.empty(),
                qPrintable(QStringLiteral("byte %1 of %2").arg(i).arg(QString::fromStdString(entry.path().string()))));
        }
        writeFile(entry.path(), text.substr(0, text.size() - 1));
        QVERIFY2(!firstFault(judgeExport(folder.string(), {})).empty(), "a cut end was not found");
        fs::remove(entry.path());
        QVERIFY2(!firstFault(judgeExport(folder.string(), {})).empty(), entry.path().c_str());
        writeFile(entry.path(), text);
    }
    QCOMPARE(files, isSigned ? 5 : 4);
    QCOMPARE(firstFault(judgeExport(folder.string(), {})), std::string{});
    if (!isSigned)
        QVERIFY(!firstFault(judgeExport(folder.string(), {{m_key->publicKey()}, {}})).empty());
    else
        QVERIFY(!firstFault(judgeExport(folder.string(), {{SigningKey::generate().publicKey()}, {}})).empty());
}

void TestProof::anExportNeedsAFolderOfItsOwn()
{
    writeFile(path("something"), "here");
    const auto exported = exportAudit(*m_audit, m_folder->path().toStdString(), {});
    QVERIFY(!exported && exported.error().found.find("is not empty") != std::string::npos);
    QCOMPARE(readFile(path("something")), std::string{"here"});
    QVERIFY(!judgeExport(m_folder->path().toStdString(), {}));
}

void TestProof::aTornLastAnchorIsNoAnchor()
{
    AnchorFile file{*m_key, path("anchors.jsonl")};
    AnchorDraft draft;
    draft.body = m_audit->anchors[1].body;
    QVERIFY(!file.newest(draft).value());
    QVERIFY(file.keep(m_audit->anchors[0]).has_value());
    const std::string one = readFile(path("anchors.jsonl"));
    // The worker died while it wrote the second one; the file can only be appended to.
    AnchorFile other{*m_key, path("other.jsonl")};
    QVERIFY(other.keep(m_audit->anchors[1]).has_value());
    const std::string torn = readFile(path("other.jsonl")).substr(0, 40);
    writeFile(path("anchors.jsonl"), one + torn);
    QCOMPARE(file.newest(draft).value()->seq, 1);
    QCOMPARE(readAnchorFile(path("anchors.jsonl"))->size(), std::size_t{1});
    QVERIFY(file.keep(m_audit->anchors[1]).has_value());
    QVERIFY(readFile(path("anchors.jsonl")).starts_with(one + torn + "\n"));
    QCOMPARE(file.newest(draft).value()->seq, 2);
    QCOMPARE(readAnchorFile(path("anchors.jsonl"))->size(), std::size_t{2});
    // A line that is no beginning of the next one was changed.
    writeFile(path("anchors.jsonl"), "something else\n" + one);
    QVERIFY(!readAnchorFile(path("anchors.jsonl")));
}

void TestProof::aFileOfSomebodyElseIsRefused_data()
{
    QTest::addColumn<int>("file");
    QTest::addColumn<QString>("says");
    QTest::newRow("of another key") << 0 << "each key has a file of its own";
    QTest::newRow("of another installation") << 1 << "another installation";
    QTest::newRow("with a forged line") << 2 << "signature";
    QTest::newRow("that holds something else") << 3 << "is no anchor";
}

void TestProof::aFileOfSomebodyElseIsRefused()
{
    QFETCH(int, file);
    QFETCH(QString, says);
    AnchorDraft draft;
    draft.body = m_audit->anchors[1].body;
    Anchor anchor = m_audit->anchors[0];
    if (file == 1) {
        draft.body = anchor.body;
        draft.body[30] = static_cast<char>(draft.body[30] == '0' ? '1' : '0'); // Within the namespace.
    }
    if (file == 2)
        anchor.signature[0] = static_cast<char>(anchor.signature[0] ^ 1);
    if (file == 0)
        anchor.publicKey = SigningKey::generate().publicKey();
    AnchorFile written{*m_key, path("anchors.jsonl")};
    QVERIFY(written.keep(anchor).has_value());
    if (file == 3)
        writeFile(path("anchors.jsonl"), "something else\n");
    const auto newest = written.newest(draft);
    QVERIFY(!newest);
    QVERIFY2(newest.error().found.find(says.toStdString()) != std::string::npos, newest.error().found.c_str());
}

void TestProof::severalKeysAreTrustedAtOnce()
{
    const SigningKey auditor = SigningKey::generate();
    const std::string folder = path("export");
    QVERIFY(exportAudit(*m_audit, folder, auditor).has_value());
    QCOMPARE(firstFault(judgeExport(folder, {{auditor.publicKey(), m_key->publicKey()}, {}})), std::string{});
    QVERIFY(!firstFault(judgeExport(folder, {{auditor.publicKey()}, {}})).empty()); // The anchors are the worker's.
    QVERIFY(!firstFault(judgeExport(folder, {{m_key->publicKey()}, {}})).empty());  // The export is the auditor's.
}

QTEST_GUILESS_MAIN(TestProof)
#include "tst_proof.moc"
