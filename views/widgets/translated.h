// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>

namespace onceover::views {

/// A widget whose texts are set in retranslate() and nowhere else, so that the language may change at any time. Derived
/// classes call retranslate() once at the end of their constructor.
template <typename Base>
class Translated : public Base
{
public:
    using Base::Base;

    /// Sets every text of this widget anew from what it shows. Calling it twice changes nothing.
    virtual void retranslate() = 0;

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Base::changeEvent(event);
    }
};

} // namespace onceover::views
