// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>
#include <string>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace onceover {
struct Evidence;
}

namespace onceover::views {

/// What proves something: the kind of evidence, which one it is, and of a document what it says and the bank's
/// reference in it. The database looks up what is named.
class EvidenceFields final : public QWidget {
    Q_OBJECT

public:
    /// `name` is the beginning of the object names. `optional`: none may be named.
    EvidenceFields(const QString& name, bool optional, QWidget* parent = nullptr);

    /// Is everything there that this kind needs? Also when none is wanted.
    [[nodiscard]] bool isComplete() const;
    /// What is named; an empty kind: none. Nothing: the document cannot be read.
    [[nodiscard]] std::optional<Evidence> evidence() const;
    void setAsking(bool asking);
    void retranslate();

signals:
    void changed();

private:
    struct Line {
        QLabel* label;
        QLineEdit* edit;
    };
    Line addLine(const QString& name, int most);
    void showKind();
    void chooseFile();
    [[nodiscard]] std::string kind() const;

    bool m_optional;
    bool m_asking = true;
    QLabel* m_kindLabel;
    QComboBox* m_kind;
    Line m_which;
    QPushButton* m_choose;
    Line m_says;
    Line m_reference;
};

} // namespace onceover::views
