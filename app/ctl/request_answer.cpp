// SPDX-License-Identifier: GPL-3.0-or-later
#include "request_answer.h"

#include "json_text.h"
#include "models/display_text.h"
#include "models/refusal_text.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <charconv>

namespace onceover::ctl {

namespace {

struct RequestAnswerWords {
    Q_DECLARE_TR_FUNCTIONS(RequestCommand)
};

Json answerJson(const ServerIdentity& server, const RequestAnswer& answer)
{
    Json json = whereJson(server);
    json["outcome"] = answer.done ? "DONE" : "REFUSED";
    json["reason"] = answer.reason;
    json["found"] = answer.found;
    json["approval_id"] = answer.id == 0 ? Json(nullptr) : Json(answer.id);
    json["kind"] = answer.kind;
    json["status"] = answer.status;
    json["maker"] = answer.maker;
    json["checker"] = answer.checker;
    json["expires_at"] = answer.expiresAt ? Json(plainTime(*answer.expiresAt)) : Json(nullptr);
    return json;
}

QString whyNot(const RequestAnswer& answer)
{
    const auto refusal = refusalFromName(answer.reason);
    if (!refusal)
        return models::refusalSentence(answer.reason);
    const models::FailureText text = models::refusalText(*refusal, models::plainText(answer.found));
    return text.what + QStringLiteral(" ") + text.next;
}

} // namespace

std::optional<std::int64_t> numberFrom(const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number <= 0)
        return std::nullopt;
    return number;
}

ExitCode sayRequestAnswer(const CommonOptions& common, const ServerIdentity& server, const RequestAnswer& answer)
{
    if (common.json) {
        printJson(answerJson(server, answer));
    } else {
        printWhere(server);
        if (!answer.done) {
            printLine(whyNot(answer));
        } else {
            printLine(RequestAnswerWords::tr("Request %1 (%2): %3.")
                          .arg(answer.id)
                          .arg(models::plainText(answer.kind), models::plainText(answer.status)));
            if (answer.status == "REQUESTED" && answer.expiresAt)
                printLine(RequestAnswerWords::tr("An approver decides until %1: onceoverctl requests %2")
                              .arg(QString::fromStdString(plainTime(*answer.expiresAt)))
                              .arg(answer.id));
        }
    }
    return answer.done ? ExitCode::Ok : ExitCode::Broken;
}

} // namespace onceover::ctl
