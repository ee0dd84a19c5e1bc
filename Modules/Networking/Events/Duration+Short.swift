extension Duration {
    /// The duration for logs, such as `2.5 ms`, `20 ms` or `1.25 s`.
    package var short: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 10 { return "\((milliseconds * 10).rounded() / 10) ms" }
        if milliseconds < 999.5 { return "\(Int(milliseconds.rounded())) ms" }
        return "\((milliseconds / 10).rounded() / 100) s"
    }

    /// The duration for messages: whole seconds, minutes or hours, rounded up. The units are symbols, so that
    /// translations do not inflect them.
    var roundedUp: String {
        let (unit, symbol): (Duration, String) =
            switch self {
            case ..<Duration.seconds(120): (.seconds(1), "s")
            case ..<Duration.seconds(7_200): (.seconds(60), "min")
            default: (.seconds(3_600), "h")
            }
        return "\(Int((self / unit).rounded(.up))) \(symbol)"
    }
}
