extension Duration {
    /// For logs: three digits at most before the unit.
    package var short: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 1_000 { return "\((milliseconds * 10).rounded() / 10) ms" }
        return "\((milliseconds / 10).rounded() / 100) s"
    }

    /// For people who have to wait: whole seconds, minutes or hours, never less than the duration. The units are symbols, so
    /// that no language has to inflect them.
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
