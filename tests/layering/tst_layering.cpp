// SPDX-License-Identifier: GPL-3.0-or-later
// The house rules of DESIGN.md section 11 as tests: who may include whom, where SQL lives, what the root holds.
#include "house_rules.h"

#include "core/states/catalogue.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace onceover::test;

namespace {

const QString kRoot = QStringLiteral(ONCEOVER_SOURCE_DIR);

QString readText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Paths, from the root, of every file under the folders with one of the endings.
QStringList filesUnder(const QStringList& folders, const QStringList& endings)
{
    QStringList files;
    for (const QString& folder : folders) {
        QDirIterator walk(kRoot + u'/' + folder, endings, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext())
            files += QDir(kRoot).relativeFilePath(walk.next());
    }
    files.sort();
    return files;
}

QStringList sourceFiles()
{
    return filesUnder({u"backend"_s, u"models"_s, u"views"_s, u"app"_s, u"resources"_s}, {u"*.h"_s, u"*.cpp"_s});
}

/// Does the compiler find this header with the include roots that the layer gets? Nothing else of it is compiled.
bool compiles(const QString& layer, const QString& includeLine)
{
    QStringList arguments{u"-std=c++20"_s, u"-E"_s, u"-x"_s, u"c++"_s, u"-o"_s, u"/dev/null"_s, u"-"_s};
    const QString roots = readText(QStringLiteral(ONCEOVER_INCLUDE_ROOTS) + layer);
    for (const QString& root : roots.split(u'\n', Qt::SkipEmptyParts))
        arguments += u"-I"_s + root;
    QProcess compiler;
    compiler.start(QStringLiteral(ONCEOVER_CXX), arguments);
    compiler.write((includeLine + u'\n').toUtf8());
    compiler.closeWriteChannel();
    return compiler.waitForFinished(60'000) && compiler.exitCode() == 0;
}

/// What a page's drawings (its fenced blocks with arrows) say that the tables of core do not: a word in capitals that
/// is no state (a short form such as AWAITING stands for its only long one), an arrow between two states that no
/// machine has.
QStringList wrongInDrawings(const QString& page)
{
    QSet<QString> states;
    QSet<QString> changes;
    for (const onceover::LegalChange& change : onceover::legalChanges()) {
        const auto word = [](std::string_view name) { return QString::fromUtf8(name.data(), qsizetype(name.size())); };
        states << word(change.from) << word(change.to);
        changes << word(change.from) + u'>' + word(change.to);
    }
    const auto whole = [&states](const QString& word) {
        if (states.contains(word))
            return word;
        for (const QString& state : states) {
            if (state.startsWith(word + u'_'))
                return state;
        }
        return QString();
    };
    const QSet<QString> phases{u"HOLD"_s, u"PAY"_s, u"BACK"_s};
    static const QRegularExpression capitals(u"\\b[A-Z]{3,}(_[A-Z]+)*\\b"_s);
    static const QRegularExpression arrow(u"\\b([A-Z_]{4,}) ─[^►\\n]*► *([A-Z_]{4,})\\b"_s);
    QStringList wrong;
    const QStringList parts = page.split(u"```"_s);
    for (qsizetype i = 1; i < parts.size(); i += 2) {
        if (!parts[i].contains(u'►'))
            continue;
        for (auto words = capitals.globalMatch(parts[i]); words.hasNext();) {
            const QString word = words.next().captured();
            if (whole(word).isEmpty() && !phases.contains(word))
                wrong << word;
        }
        for (auto arrows = arrow.globalMatch(parts[i]); arrows.hasNext();) {
            const QRegularExpressionMatch found = arrows.next();
            const QString change = whole(found.captured(1)) + u'>' + whole(found.captured(2));
            if (!changes.contains(change))
                wrong << change;
        }
    }
    return wrong;
}

} // namespace

class TestLayering : public QObject {
    Q_OBJECT

private slots:
    void eachFileIncludesOnlyWhatItsLayerMay_data();
    void eachFileIncludesOnlyWhatItsLayerMay();
    void sqlLivesInSqlFilesAndCoreAsksNoClock();
    void everyStatementIsUsedByASource();
    void theRootHoldsOnlyWhatBelongsThere();
    void everyFileNamesItsLicence();
    void nothingPromisesMoreThanItsScope(); // R69: of words, so of no database
    void drawingsShowStatesAndChangesOfTheTables();
    void aWrongDrawingIsFound();
    void aWrongIncludeIsFound_data();
    void aWrongIncludeIsFound();
    void aStatementThatNobodyNamesIsFound();
    void aStrangeEntryOfTheRootIsFound();
    void sqlAndClocksAreFound();
    void aWrongIncludeDoesNotCompile_data();
    void aWrongIncludeDoesNotCompile();
};

void TestLayering::eachFileIncludesOnlyWhatItsLayerMay_data()
{
    QTest::addColumn<QString>("folder");
    for (const LayerRule& rule : layerRules())
        QTest::newRow(rule.folder) << QString::fromLatin1(rule.folder);
}

void TestLayering::eachFileIncludesOnlyWhatItsLayerMay()
{
    QFETCH(const QString, folder);
    QStringList complaints;
    for (const QString& file : filesUnder({folder}, {u"*.h"_s, u"*.cpp"_s}))
        complaints += includeComplaints(file, readText(kRoot + u'/' + file));
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

void TestLayering::sqlLivesInSqlFilesAndCoreAsksNoClock()
{
    QStringList complaints;
    for (const QString& file : sourceFiles())
        complaints += textComplaints(file, readText(kRoot + u'/' + file));
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
}

void TestLayering::everyStatementIsUsedByASource()
{
    QStringList names;
    for (const QString& file : filesUnder({u"resources/sql/statements"_s}, {u"*.sql"_s}))
        names += statementNames(readText(kRoot + u'/' + file));
    QVERIFY(!names.isEmpty());
    QStringList sources;
    for (const QString& file : sourceFiles())
        sources += readText(kRoot + u'/' + file);
    const QStringList unused = unusedStatements(names, sources);
    QVERIFY2(unused.isEmpty(), qPrintable(u"used by no source: "_s + unused.join(u", ")));
}

void TestLayering::theRootHoldsOnlyWhatBelongsThere()
{
    const QStringList unexpected = unexpectedEntries(QDir(kRoot).entryList(QDir::AllEntries | QDir::NoDotAndDotDot));
    QVERIFY2(unexpected.isEmpty(), qPrintable(unexpected.join(u", ")));
}

void TestLayering::everyFileNamesItsLicence()
{
    QStringList without;
    const QStringList all = sourceFiles()
        + filesUnder({u"tests"_s, u"resources"_s, u"app"_s, u"backend"_s, u"models"_s, u"views"_s},
            {u"*.h"_s, u"*.cpp"_s, u"*.sql"_s, u"*.sh"_s, u"*.cmake"_s, u"CMakeLists.txt"_s});
    for (const QString& file : all) {
        if (!readText(kRoot + u'/' + file).left(120).contains(u"SPDX-License-Identifier: GPL-3.0-or-later"))
            without += file;
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join(u", ")));
}

// "Once" holds in a declared scope, which the page states; no word of ours promises it without.
void TestLayering::nothingPromisesMoreThanItsScope()
{
    const QString readme = readText(kRoot + u"/README.md"_s);
    const qsizetype at = readme.indexOf(u"## Where the promise ends\n"_s);
    QVERIFY(at > 0);
    const QString scope = readme.mid(at, readme.indexOf(u"\n## "_s, at) - at).simplified();
    for (const QString& bound :
        {u"one installation"_s, u"natural key"_s, u"profile declares"_s, u"remembers the key"_s})
        QVERIFY2(scope.contains(bound), qPrintable(bound));
    static const QRegularExpression unbounded(u"exactly[ -]once"_s, QRegularExpression::CaseInsensitiveOption);
    QStringList promising;
    for (const QString& file : QStringList{u"README.md"_s}
            + filesUnder({u"models"_s, u"views"_s, u"resources"_s},
                {u"*.cpp"_s, u"*.h"_s, u"*.md"_s, u"*.1"_s, u"*.desktop"_s})) {
        if (readText(kRoot + u'/' + file).contains(unbounded))
            promising += file;
    }
    QVERIFY2(promising.isEmpty(), qPrintable(promising.join(u", ")));
}

void TestLayering::drawingsShowStatesAndChangesOfTheTables()
{
    const QString readme = readText(kRoot + u"/README.md"_s);
    QVERIFY(readme.contains(u"PENDING ─claim"_s));
    QCOMPARE(wrongInDrawings(readme).join(u", "_s), QString());
}

void TestLayering::aWrongDrawingIsFound()
{
    QCOMPARE(wrongInDrawings(u"```\nSUCCEEDED ─again─► PENDING\n```"_s), QStringList{u"SUCCEEDED>PENDING"_s});
    QCOMPARE(wrongInDrawings(u"```\na ─► WAITING\n```"_s), QStringList{u"WAITING"_s});
    QVERIFY(wrongInDrawings(u"```\nRECONCILING ─► COMPLETED\n```"_s).isEmpty());
}

void TestLayering::aWrongIncludeIsFound_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char* name, const char* file, const char* line, bool allowed) {
        QTest::newRow(name) << QString::fromLatin1(file) << QString::fromLatin1(line) << allowed;
    };
    row("a view speaks libpq", "views/shell/x.cpp", "#include <libpq-fe.h>", false);
    row("a view reads the store", "views/shell/x.cpp", "#include \"store/connection.h\"", false);
    row("a view decides", "views/shell/x.cpp", "#include \"core/keys.h\"", false);
    row("a view reads records", "views/shell/x.cpp", "#include \"core/records/console.h\"", true);
    row("a view draws", "views/shell/x.cpp", "#include <QPainter>", true);
    row("a model has looks", "models/x.cpp", "#include <QWidget>", false);
    row("a model is QtCore", "models/x.cpp", "#include <QAbstractTableModel>", true);
    row("core knows Qt", "backend/core/x.cpp", "#include <QString>", false);
    row("core knows SQL", "backend/core/x.cpp", "#include \"sql/statements.h\"", false);
    row("core reads files", "backend/core/x.cpp", "#include <fstream>", false);
    row("core starts threads", "backend/core/x.cpp", "#include <thread>", false);
    row("core asks OpenSSL elsewhere", "backend/core/keys.cpp", "#include <openssl/evp.h>", false);
    row("core asks OpenSSL in its one file", "backend/core/digest.cpp", "#include <openssl/evp.h>", true);
    row("the engine speaks SQL", "backend/engine/x.cpp", "#include \"store/connection.h\"", false);
    row("the sandbox links the engine", "backend/sandbox/x.cpp", "#include \"engine/engine.h\"", false);
    row("the bank knows Onceover", "backend/practice_bank/x.cpp", "#include \"core/money.h\"", false);
    row("the channel speaks libpq", "backend/channel/x.cpp", "#include <libpq-fe.h>", false);
    row("a header pulls in JSON", "backend/channel/x.h", "#include <nlohmann/json.hpp>", false);
    row("a relative include", "backend/store/x.cpp", "#include \"../core/money.h\"", false);
    row("a neighbour by bare name", "backend/store/x.cpp", "#include \"rows.h\"", false);
    row("spaces do not hide it", "views/x.cpp", "  #  include   <libpq-fe.h>", false);
}

void TestLayering::aWrongIncludeIsFound()
{
    QFETCH(const QString, file);
    QFETCH(const QString, line);
    QFETCH(const bool, allowed);
    QCOMPARE(includeComplaints(file, u"// first\n"_s + line + u'\n').isEmpty(), allowed);
}

void TestLayering::aStatementThatNobodyNamesIsFound()
{
    const QStringList names = statementNames(u"-- name: Used\nSELECT 1\n-- name: Forgotten\nSELECT 2\n"_s);
    QCOMPARE(names, (QStringList{u"Used"_s, u"Forgotten"_s}));
    QCOMPARE(unusedStatements(names, {u"connection.run(\"Used\"); // Forgotten"_s}), QStringList{u"Forgotten"_s});
}

void TestLayering::aStrangeEntryOfTheRootIsFound()
{
    QCOMPARE(
        unexpectedEntries({u"app"_s, u".ci"_s, u"notes.txt"_s, u"src"_s}), (QStringList{u"notes.txt"_s, u"src"_s}));
}

void TestLayering::sqlAndClocksAreFound()
{
    QCOMPARE(textComplaints(u"models/x.cpp"_s, u"run(\"SELECT 1 \")"_s).size(), 1);
    QCOMPARE(textComplaints(u"backend/core/x.cpp"_s, u"auto t = std::chrono::system_clock::now();"_s).size(), 1);
    QCOMPARE(textComplaints(u"backend/core/x.cpp"_s, u"std::string_view name = \"SELECTED\";"_s).size(), 0);
}

void TestLayering::aWrongIncludeDoesNotCompile_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("finds");
    const auto row = [](const char* layer, const char* line, bool finds) {
        QTest::addRow("%s: %s", layer, line) << QString::fromLatin1(layer) << QString::fromLatin1(line) << finds;
    };
    // The control rows show that the compiler does find what is allowed.
    row("core", "#include \"core/money.h\"", true);
    row("core", "#include \"store/connection.h\"", false);
    row("core", "#include <libpq-fe.h>", false);
    row("store", "#include \"store/connection.h\"", true);
    row("store", "#include \"channel/practice_control.h\"", false);
    row("channel", "#include \"core/money.h\"", true);
    row("channel", "#include \"store/connection.h\"", false);
    row("engine", "#include \"core/money.h\"", true);
    row("engine", "#include \"store/connection.h\"", false);
    row("engine", "#include \"channel/practice_control.h\"", false);
    row("sandbox", "#include \"store/connection.h\"", true);
    row("sandbox", "#include \"engine/duty.h\"", false);
    row("practice_bank", "#include \"practice_bank/bank.h\"", true);
    row("practice_bank", "#include \"core/money.h\"", false);
    row("models", "#include \"core/money.h\"", true);
    row("models", "#include \"store/connection.h\"", false);
    row("models", "#include <QWidget>", false);
    row("views", "#include \"core/records/timestamp.h\"", true);
    row("views", "#include \"store/connection.h\"", false);
    row("views", "#include \"engine/duty.h\"", false);
    row("views", "#include <libpq-fe.h>", false);
}

void TestLayering::aWrongIncludeDoesNotCompile()
{
    QFETCH(const QString, layer);
    QFETCH(const QString, line);
    QFETCH(const bool, finds);
    if (!QFile::exists(QStringLiteral(ONCEOVER_INCLUDE_ROOTS) + layer))
        QSKIP("this build has no such layer (ONCEOVER_CONSOLE=OFF)");
    QCOMPARE(compiles(layer, line), finds);
}

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
