// SPDX-License-Identifier: GPL-3.0-or-later
#include "house_rules.h"

#include <QFileInfo>
#include <QLibraryInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace onceover::test {

namespace {

/// A library and the headers by which it is known.
struct Library {
    QString name;
    QRegularExpression headers;
};

const QList<Library>& libraries()
{
    static const QList<Library> all{
        // Of the standard library, what neither does I/O nor starts threads; then the rest of it.
        {u"std-pure"_s,
         QRegularExpression(u"^(algorithm|any|array|bit|bitset|c(assert|ctype|errno|float|inttypes|limits|math|stdarg|stddef|stdint|stdlib|string|wchar)"
                            "|charconv|chrono|compare|concepts|cstddef|deque|exception|expected|functional|initializer_list|iterator|limits|list"
                            "|map|memory|numbers|numeric|optional|queue|random|ranges|ratio|set|source_location|span|sstream|stack|stdexcept|string|string_view"
                            "|system_error|tuple|type_traits|typeindex|typeinfo|unordered_map|unordered_set|utility|variant|vector|version)$"_s)},
        {u"std-rest"_s,
         QRegularExpression(u"^(atomic|barrier|condition_variable|csignal|cstdio|ctime|filesystem|format|fstream|future|iomanip|ios|iosfwd|iostream"
                            "|istream|latch|mutex|new|ostream|regex|semaphore|shared_mutex|stop_token|streambuf|thread)$"_s)},
        {u"posix"_s, QRegularExpression(u"^((sys|netinet|arpa|linux)/[a-z_]+\\.h|(unistd|poll|fcntl|signal|pthread|grp|pwd|netdb|spawn|time|errno)\\.h)$"_s)},
        {u"libpq"_s, QRegularExpression(u"^libpq.*\\.h$"_s)},
        {u"spdlog"_s, QRegularExpression(u"^(spdlog|fmt)/"_s)},
        {u"nlohmann"_s, QRegularExpression(u"^nlohmann/"_s)},
        {u"curl"_s, QRegularExpression(u"^curl/"_s)},
        {u"httplib"_s, QRegularExpression(u"^httplib\\.h$"_s)},
        {u"pugixml"_s, QRegularExpression(u"^pugi"_s)},
        {u"openssl"_s, QRegularExpression(u"^openssl/"_s)},
        {u"xlsxwriter"_s, QRegularExpression(u"^xlsxwriter"_s)},
        {u"date"_s, QRegularExpression(u"^date/"_s)},
        {u"expected"_s, QRegularExpression(u"^tl/expected\\.hpp$"_s)},
        {u"cli11"_s, QRegularExpression(u"^CLI/"_s)},
        {u"toml"_s, QRegularExpression(u"^toml\\+\\+/"_s)},
        {u"prometheus"_s, QRegularExpression(u"^prometheus/"_s)},
        {u"keychain"_s, QRegularExpression(u"^qt6?keychain/"_s)},
        {u"qcustomplot"_s, QRegularExpression(u"^qcustomplot\\.h$"_s)},
    };
    return all;
}

/// The module of a Qt header, e.g. QtCore; empty when it is none.
QString qtModuleOf(const QString& header)
{
    static const QStringList modules{u"QtCore"_s, u"QtGui"_s, u"QtWidgets"_s, u"QtSvg"_s, u"QtSvgWidgets"_s,
                                     u"QtPrintSupport"_s, u"QtNetwork"_s, u"QtDBus"_s, u"QtTest"_s, u"QtSql"_s};
    const QString path = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    for (const QString& module : modules) {
        if (header.startsWith(module + u'/') || QFileInfo::exists(path + u'/' + module + u'/' + header))
            return module;
    }
    return header.startsWith(u'Q') ? u"an unknown Qt module"_s : QString();
}

QString libraryOf(const QString& header)
{
    for (const Library& library : libraries()) {
        if (library.headers.match(header).hasMatch())
            return library.name;
    }
    return qtModuleOf(header);
}

/// spdlog and nlohmann cost seconds per file that includes them, so headers never do (BUILD.md, build time).
bool isHeavyInHeader(const QString& file, const QString& header, const QString& library)
{
    return file.endsWith(u".h") && (library == u"spdlog" || library == u"nlohmann") && header != u"nlohmann/json_fwd.hpp";
}

} // namespace

const QList<LayerRule>& layerRules()
{
    static const QStringList pure{u"std-pure"_s, u"expected"_s, u"date"_s};
    static const QStringList cpp = pure + QStringList{u"std-rest"_s, u"posix"_s};
    static const QStringList program = cpp + QStringList{u"cli11"_s, u"toml"_s, u"spdlog"_s, u"nlohmann"_s};
    static const QStringList qtCore{u"QtCore"_s};
    static const QStringList qtScreen = qtCore + QStringList{u"QtGui"_s, u"QtWidgets"_s, u"QtSvg"_s, u"QtSvgWidgets"_s, u"QtPrintSupport"_s, u"QtDBus"_s};
    // Embedded SQL (resources/sql) goes with the layers that speak SQL, embedded words (translations) with the programs
    // that speak to people; the names of states belong to the states. The bank takes its digest from OpenSSL, in one file,
    // because a fingerprint that only its own code can compute would prove nothing.
    static const QList<LayerRule> rules{
        {"backend/core", {u"core"_s}, pure, {u"digest.cpp:openssl"_s}},
        {"backend/store", {u"store"_s, u"core"_s, u"sql"_s}, cpp + QStringList{u"libpq"_s, u"spdlog"_s}},
        {"backend/channel", {u"channel"_s, u"core"_s}, cpp + QStringList{u"curl"_s, u"httplib"_s, u"nlohmann"_s, u"pugixml"_s}, {u"signature.cpp:openssl"_s}},
        {"backend/engine", {u"engine"_s, u"core"_s}, cpp + QStringList{u"spdlog"_s}},
        {"backend/acts", {u"acts"_s, u"core"_s}, cpp},
        {"backend/proof", {u"proof"_s, u"core"_s}, cpp + QStringList{u"openssl"_s, u"nlohmann"_s}},
        {"backend/export", {u"export"_s, u"core"_s, u"proof"_s}, cpp + QStringList{u"xlsxwriter"_s}},
        {"backend/sandbox", {u"sandbox"_s, u"core"_s, u"store"_s, u"channel"_s, u"sql"_s}, cpp},
        {"backend/practice_bank", {u"practice_bank"_s}, cpp + QStringList{u"httplib"_s, u"nlohmann"_s}, {u"digest.cpp:openssl"_s}},
        {"models", {u"models"_s, u"core"_s, u"acts"_s, u"export"_s, u"proof"_s}, cpp + qtCore},
        {"views", {u"views"_s, u"models"_s, u"core/records"_s, u"core/states"_s, u"core/enum_names.h"_s}, cpp + qtScreen + QStringList{u"qcustomplot"_s}},
        {"app/console", {u"views"_s, u"models"_s, u"store"_s, u"channel"_s, u"core"_s, u"translations"_s}, program + qtScreen + QStringList{u"QtNetwork"_s, u"keychain"_s}},
        {"app/worker", {u"engine"_s, u"store"_s, u"channel"_s, u"proof"_s, u"core"_s}, program + QStringList{u"prometheus"_s}},
        {"app/ctl",
         {u"acts"_s, u"store"_s, u"channel"_s, u"export"_s, u"proof"_s, u"sandbox"_s, u"models"_s, u"core"_s, u"translations"_s},
         program + qtCore},
        {"app/bank", {u"practice_bank"_s}, program},
        {"resources/sql", {u"sql"_s}, cpp},
    };
    return rules;
}

const LayerRule* ruleFor(const QString& file)
{
    for (const LayerRule& rule : layerRules()) {
        if (file.startsWith(QLatin1StringView(rule.folder) + u'/'))
            return &rule;
    }
    return nullptr;
}

QString includeComplaint(const QString& file, const QString& header, bool isQuoted)
{
    const LayerRule* rule = ruleFor(file);
    if (rule == nullptr)
        return file + u" belongs to no layer"_s;
    if (isQuoted) {
        // A program's own headers stand beside its main.cpp; generated code (moc) is included by its bare name.
        const bool ownHeader = !header.contains(u'/') && (file.startsWith(u"app/") || header.endsWith(u".moc"));
        if (ownHeader)
            return {};
        for (const QString& allowed : rule->layers) {
            if (header.startsWith(allowed + u'/') || header == allowed)
                return {};
        }
        return file + u" must not include "_s + header;
    }
    const QString library = libraryOf(header);
    const QString exception = QFileInfo(file).fileName() + u':' + library;
    if (!rule->libraries.contains(library) && !rule->exceptions.contains(exception))
        return file + u" must not include <"_s + header + u"> ("_s + (library.isEmpty() ? u"unknown"_s : library) + u')';
    if (isHeavyInHeader(file, header, library))
        return file + u" is a header and must not include <"_s + header + u'>';
    return {};
}

QStringList includeComplaints(const QString& file, const QString& source)
{
    static const QRegularExpression line(u"^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"_s, QRegularExpression::MultilineOption);
    QStringList complaints;
    for (const QRegularExpressionMatch& match : line.globalMatch(source)) {
        const QString complaint = includeComplaint(file, match.captured(2), match.captured(1) == u"\"");
        if (!complaint.isEmpty())
            complaints += complaint;
    }
    return complaints;
}

QStringList textComplaints(const QString& file, const QString& source)
{
    static const QRegularExpression sql(u"\"\\s*(SELECT|INSERT\\s+INTO|UPDATE\\s+\\w+\\s+SET|DELETE\\s+FROM|TRUNCATE)\\s"_s);
    static const QRegularExpression clock(u"\\b(system_clock|steady_clock|high_resolution_clock)::now\\s*\\("_s);
    static const QRegularExpression newest(u"\\b(time|gettimeofday|clock_gettime)\\s*\\(\\s*(nullptr|NULL|0|CLOCK)"_s);
    QStringList complaints;
    const bool speaksSql = file.startsWith(u"backend/store/") || file.startsWith(u"backend/sandbox/") || file.startsWith(u"resources/");
    if (!speaksSql && sql.match(source).hasMatch())
        complaints += file + u" holds SQL"_s;
    if (file.startsWith(u"backend/core/") && (clock.match(source).hasMatch() || newest.match(source).hasMatch()))
        complaints += file + u" asks a clock"_s;
    return complaints;
}

QStringList statementNames(const QString& sqlText)
{
    static const QRegularExpression line(u"^-- name: +([A-Za-z0-9]+)"_s, QRegularExpression::MultilineOption);
    QStringList names;
    for (const QRegularExpressionMatch& match : line.globalMatch(sqlText))
        names += match.captured(1);
    return names;
}

QStringList unusedStatements(const QStringList& names, const QStringList& sources)
{
    QStringList unused;
    for (const QString& name : names) {
        const QString quoted = u'"' + name + u'"';
        const bool used = std::any_of(sources.begin(), sources.end(), [&](const QString& source) { return source.contains(quoted); });
        if (!used)
            unused += name;
    }
    return unused;
}

QStringList unexpectedEntries(const QStringList& entries)
{
    static const QStringList expected{u"CMakeLists.txt"_s, u"README.md"_s, u"app"_s, u"backend"_s, u"build"_s, u"models"_s, u"resources"_s,
                                      u"tests"_s, u"translations"_s, u"views"_s, u"compile_commands.json"_s};
    QStringList unexpected;
    for (const QString& entry : entries) {
        if (!entry.startsWith(u'.') && !expected.contains(entry))
            unexpected += entry;
    }
    return unexpected;
}

} // namespace onceover::test
