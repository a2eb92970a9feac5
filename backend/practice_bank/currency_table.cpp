// SPDX-License-Identifier: GPL-3.0-or-later
#include "practice_bank/currency_table.h"

#include <array>

namespace practice_bank {

namespace {

struct CurrencyRow {
    int exponent;
    std::string_view codes; ///< Three letters each, one blank between.
};

constexpr std::array kCurrencyRows{
    CurrencyRow{0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"},
    CurrencyRow{2,
        "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY "
        "COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS "
        "INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR "
        "MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD "
        "SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW"},
    CurrencyRow{3, "BHD IQD JOD KWD LYD OMR TND"},
    CurrencyRow{4, "CLF UYW"},
};

} // namespace

std::optional<int> currencyExponent(std::string_view code)
{
    if (code.size() != 3) {
        return std::nullopt;
    }
    for (const CurrencyRow& row : kCurrencyRows) {
        for (std::size_t at = 0; at + 3 <= row.codes.size(); at += 4) {
            if (row.codes.substr(at, 3) == code) {
                return row.exponent;
            }
        }
    }
    return std::nullopt;
}

} // namespace practice_bank
