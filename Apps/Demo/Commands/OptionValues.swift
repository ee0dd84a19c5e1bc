public import ArgumentParser
public import Foundation
public import Models

extension Decimal: @retroactive ExpressibleByArgument {
    /// Parses a number with a decimal point, in every locale. `Decimal(string:)` would accept `1.5x`.
    public init?(argument: String) {
        guard argument.wholeMatch(of: /-?[0-9]{1,30}(?:\.[0-9]{1,8})?/) != nil,
            let number = Decimal(string: argument, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self = number
    }
}

extension Timestamp: ExpressibleByArgument {
    public init?(argument: String) {
        guard let timestamp = try? Timestamp(parsing: argument) else { return nil }
        self = timestamp
    }
}
