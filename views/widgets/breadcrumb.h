// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/page_address.h"
#include "views/widgets/translated.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QToolButton;

namespace onceover::views {

class TextLabel;

/// One step of the way here.
struct Crumb {
    QString text{};                ///< A page's name, or a key.
    models::PageAddress address{}; ///< Where it leads; without a page: nowhere, it is here.
    bool isKey = false;            ///< Monospaced, and can be copied.
    int shownCharacters = 0;       ///< Of a long key only its beginning is shown; nothing: all of it.
    friend bool operator==(const Crumb&, const Crumb&) = default;
};

/// Batches ▸ settle-daily:2026-10-26 ▸ operation: each step leads there, and a key can be copied from its menu.
class Breadcrumb : public Translated<QWidget>
{
    Q_OBJECT

public:
    explicit Breadcrumb(const QString& name, QWidget* parent = nullptr);
    void setCrumbs(const std::vector<Crumb>& crumbs);
    [[nodiscard]] const std::vector<Crumb>& crumbs() const { return m_crumbs; }

    void retranslate() override;

signals:
    void activated(const onceover::models::PageAddress& address);

private:
    void build();

    std::vector<Crumb> m_crumbs;
    QHBoxLayout* m_line;
    std::vector<QToolButton*> m_buttons;
};

} // namespace onceover::views
