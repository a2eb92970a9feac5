// SPDX-License-Identifier: GPL-3.0-or-later
// An evidence bundle judged without the database (R108 R109 R120): every byte of every file, a cut tail, a missing file.
#include <QTemporaryDir>
#include <QTest>

#include "proof/evidence_bundle.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace onceover;
using namespace onceover::proof;
namespace fs = std::filesystem;

namespace {

/// A run with two rows in each part, as the database would show them.
class WrittenRun : public EvidenceReader {
public:
    Result<Done> readEvidence(const JobId&, const BusinessDate&, const Sink& sink) override
    {
        return read({{"run_key", "settle-daily:2026-03-10"}, {"lsn", "0/16B3748"}}, sink);
    }
    Result<Done> readIncident(std::int64_t incident, const Sink& sink) override
    {
        return read({{"incident", std::to_string(incident)}, {"run_key", "settle-daily:2026-03-10, renew:2026-03-10"},
                        {"runs", "settle-daily 2026-03-10\nrenew 2026-03-10"},
                        {"left_out", "1 of 3 runs, those after renew:2026-03-10"}},
            sink);
    }

private:
    static Result<Done> read(const std::map<std::string, std::string>& details, const Sink& sink)
    {
        if (auto begun = sink.begin(
                {"settlement", "sandbox", "6ba7b810", "onceover", "carol", "2026-03-10T11:00:00.000000Z"},
                {{"people", {3, std::string(32, '\7')}}}, details);
            !begun)
            return begun;
        for (std::size_t part = 0; part < kCountOf<EvidencePart>; ++part) {
            for (const char* row : {R"({"id": 1, "name": "Žofie ü 😀", "xmin": 741})", R"({"id": 2, "amount_minor": -1000})"}) {
                if (auto taken = sink.row(static_cast<EvidencePart>(part), {"settlement_operation", row}); !taken)
                    return taken;
            }
        }
        return Done{};
    }
};

std::string readFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>{file}, {}};
}

void writeFile(const fs::path& path, const std::string& text)
{
    std::ofstream{path, std::ios::binary | std::ios::trunc} << text;
}

/// Everything that is told about a bundle; empty when it holds.
std::string faultsOf(const fs::path& folder)
{
    const auto judged = judgeEvidence(folder.string(), {});
    if (!judged)
        return "refused: " + judged.error().found;
    std::string all;
    for (const AuditFault& fault : judged->faults)
        all += fault.where + ": " + fault.what + "\n";
    return all;
}

} // namespace

class TestEvidenceBundle : public QObject {
    Q_OBJECT

private slots:
    void init();
    void everyByteIsFoundAndItsFileNamed_data();
    void everyByteIsFoundAndItsFileNamed();
    void aCutTailIsFound_data();
    void aCutTailIsFound();
    void aBundleOfAnotherKeyIsNotOurs();
    void everyRunOfAnIncidentIsOneBundle(); // R108

private:
    [[nodiscard]] fs::path folder() const { return fs::path{m_folder->path().toStdString()} / "evidence"; }
    void filesOfSignedAndUnsigned();
    void save(bool isSigned);

    std::unique_ptr<QTemporaryDir> m_folder;
    SigningKey m_key = SigningKey::generate();
};

void TestEvidenceBundle::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestEvidenceBundle::save(bool isSigned)
{
    WrittenRun run;
    const auto saved = saveEvidence(run, JobId{"settle-daily"}, *BusinessDate::parse("2026-03-10"), folder().string(),
        isSigned ? std::optional{m_key} : std::optional<SigningKey>{});
    QVERIFY2(saved.has_value(), saved ? "" : saved.error().found.c_str());
    QCOMPARE(faultsOf(folder()), std::string{});
}

void TestEvidenceBundle::everyRunOfAnIncidentIsOneBundle()
{
    WrittenRun runs;
    QVERIFY(saveIncidentEvidence(runs, 4711, folder().string(), m_key).has_value());
    const auto judged = judgeEvidence(folder().string(), {m_key.publicKey()});
    QVERIFY(judged.has_value());
    QVERIFY(judged->holds());
    QCOMPARE(judged->facts.details.at("incident"), std::string{"4711"});
    QCOMPARE(judged->facts.details.at("runs"), std::string{"settle-daily 2026-03-10\nrenew 2026-03-10"});
    // What is not in it is said, under the signature.
    QCOMPARE(judged->facts.details.at("left_out"), std::string{"1 of 3 runs, those after renew:2026-03-10"});
    std::string manifest = readFile(folder() / "manifest.json");
    const auto place = manifest.find("1 of 3 runs");
    QVERIFY(place != std::string::npos);
    manifest[place] = '0';
    writeFile(folder() / "manifest.json", manifest);
    QVERIFY(!faultsOf(folder()).empty());
}

void TestEvidenceBundle::filesOfSignedAndUnsigned()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isSigned");
    for (const char* name : {"scheduler.jsonl", "workers.jsonl", "database.jsonl", "outside.jsonl", "manifest.json", "manifest.sha256"}) {
        for (const bool isSigned : {true, false})
            QTest::addRow("%s, %s", name, isSigned ? "signed" : "not signed") << QString::fromLatin1(name) << isSigned;
    }
    QTest::newRow("manifest.sig, signed") << QStringLiteral("manifest.sig") << true;
}

void TestEvidenceBundle::everyByteIsFoundAndItsFileNamed_data()
{
    filesOfSignedAndUnsigned();
}

void TestEvidenceBundle::everyByteIsFoundAndItsFileNamed()
{
    QFETCH(QString, name);
    QFETCH(bool, isSigned);
    save(isSigned);
    const fs::path path = folder() / name.toStdString();
    const std::string whole = readFile(path);
    QVERIFY(whole.size() > 60);
    std::int64_t line = 1;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        writeFile(path, changed);
        const std::string faults = faultsOf(folder());
        QVERIFY2(faults.find(name.toStdString()) != std::string::npos, qPrintable(QStringLiteral("byte %1: ").arg(i) + QString::fromStdString(faults)));
        if (name.endsWith(QStringLiteral(".jsonl")))
            QVERIFY2(faults.find(name.toStdString() + ", line " + std::to_string(line)) != std::string::npos,
                qPrintable(QStringLiteral("byte %1: ").arg(i) + QString::fromStdString(faults)));
        line += whole[i] == '\n' ? 1 : 0;
    }
    writeFile(path, whole);
    QCOMPARE(faultsOf(folder()), std::string{});
}

void TestEvidenceBundle::aCutTailIsFound_data()
{
    filesOfSignedAndUnsigned();
}

void TestEvidenceBundle::aCutTailIsFound()
{
    QFETCH(QString, name);
    QFETCH(bool, isSigned);
    save(isSigned);
    const fs::path path = folder() / name.toStdString();
    const std::string whole = readFile(path);
    // At each length, the end of a whole line among them: what is left then is well formed in itself.
    for (std::size_t length = 0; length < whole.size(); ++length) {
        writeFile(path, whole.substr(0, length));
        const std::string faults = faultsOf(folder());
        QVERIFY2(faults.find(name.toStdString()) != std::string::npos, qPrintable(QStringLiteral("cut at %1: ").arg(length) + QString::fromStdString(faults)));
    }
    fs::remove(path);
    QVERIFY(faultsOf(folder()).find(name.toStdString()) != std::string::npos);
    writeFile(path, whole + whole);
    QVERIFY(faultsOf(folder()).find(name.toStdString()) != std::string::npos);
}

void TestEvidenceBundle::aBundleOfAnotherKeyIsNotOurs()
{
    save(true);
    const auto ours = judgeEvidence(folder().string(), {m_key.publicKey()});
    QVERIFY(ours && ours->holds() && ours->signature == BundleSignature::Good);
    const auto theirs = judgeEvidence(folder().string(), {SigningKey::generate().publicKey()});
    QVERIFY(theirs && !theirs->holds() && theirs->signature == BundleSignature::Bad);
}

QTEST_GUILESS_MAIN(TestEvidenceBundle)
#include "tst_evidence_bundle.moc"
