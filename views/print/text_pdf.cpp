// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/text_pdf.h"

#include "views/style/fonts.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

namespace onceover::views {

namespace {

struct TextPdf {
    Q_DECLARE_TR_FUNCTIONS(TextPdf)
};

constexpr int kDotsPerInch = 300;
constexpr int kMarginMm = 18;
constexpr qreal kTextPoints = 9.0;

/// Lines between the cells, as print needs them.
void ruleTables(QTextDocument& document)
{
    QTextCursor cursor(&document);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        QTextTable* table = cursor.currentTable();
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(0.5);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderCollapse(true);
        format.setCellPadding(3);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        table->setFormat(format);
    }
}

void drawPage(QPainter& painter, QTextDocument& document, const QString& title, int page, int pages, int band)
{
    const QRectF body(QPointF(0, band), document.pageSize());
    painter.save();
    painter.setPen(Qt::black);
    painter.setFont(document.defaultFont());
    painter.drawText(QRectF(0, 0, body.width(), band), Qt::AlignLeft | Qt::AlignTop, title);
    painter.drawText(QRectF(0, body.bottom(), body.width(), band), Qt::AlignRight | Qt::AlignBottom,
        TextPdf::tr("page %1 of %2").arg(page + 1).arg(pages));
    painter.translate(0, band - page * body.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, Qt::black); // A dark theme's text would be white on white.
    context.clip = QRectF(0, page * body.height(), body.width(), body.height());
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
}

} // namespace

QString writePdf(const QString& markdown, const QString& title, const QString& file)
{
    QSaveFile target(file);
    if (!target.open(QIODevice::WriteOnly))
        return TextPdf::tr("%1 cannot be written: %2").arg(file, target.errorString());
    target.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    {
        QPdfWriter writer(&target);
        writer.setResolution(kDotsPerInch);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter);
        writer.setTitle(title);
        writer.setCreator(QStringLiteral("onceover"));
        QTextDocument document;
        QFont font = QApplication::font();
        font.setPointSizeF(kTextPoints);
        document.setDefaultFont(font);
        document.setMarkdown(markdown);
        ruleTables(document);
        // Only now is there a layout, and it is the paper's: one that is there earlier is made anew for every block, which
        // a table of hundreds of rows does not live to see the end of.
        document.documentLayout()->setPaintDevice(&writer);
        const int band = QFontMetrics(font, &writer).lineSpacing() * 2;
        document.setPageSize(QSizeF(writer.width(), writer.height() - 2 * band));
        const int pages = document.pageCount();
        QPainter painter(&writer);
        for (int page = 0; page < pages; ++page) {
            if (page > 0)
                writer.newPage();
            drawPage(painter, document, title, page, pages, band);
        }
    }
    return target.commit() ? QString() : TextPdf::tr("%1 cannot be written: %2").arg(file, target.errorString());
}

QString writeText(const QByteArray& utf8, const QString& file)
{
    QSaveFile target(file);
    const bool done = target.open(QIODevice::WriteOnly) && target.write(utf8) == utf8.size();
    if (done)
        target.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    return done && target.commit() ? QString()
                                   : TextPdf::tr("%1 cannot be written: %2").arg(file, target.errorString());
}

} // namespace onceover::views
