import HTTPTypes
import Networking

/// The Cache-Control directives that a private cache respects, of a request (RFC 9111 section 5.2.1) or a response
/// (5.2.2). Unknown directives are ignored, as 5.2.3 requires.
///
/// An invalid field is read in the way that stores less. An invalid number, or two that differ, makes a response stale.
/// An unterminated quoted string might hide any directive, and counts as `no-store`.
struct CacheControl: Equatable {
    private(set) var noStore = false
    /// Also set by `no-cache` with a list of field names: validating the whole response is always allowed (5.2.2.4).
    private(set) var noCache = false
    private(set) var mustRevalidate = false
    private(set) var onlyIfCached = false
    private(set) var maxAge: Seconds?
    private(set) var minFresh: Seconds?
    private(set) var maxStale: Seconds?
    /// RFC 5861 section 4.
    private(set) var staleIfError: Seconds?

    /// The argument of a directive.
    enum Seconds: Equatable {
        case count(Int)
        /// The directive has no argument.
        case unspecified
        case invalid

        /// The number; `nil` without a valid one.
        var trusted: Int? { if case .count(let count) = self { count } else { nil } }
    }

    init(_ fields: HTTPFields) {
        guard fields.contains(.cacheControl) else { return }
        for line in fields[values: .cacheControl] { read(FieldList(line)) }
    }

    private mutating func read(_ list: FieldList) {
        if !list.isWellFormed { noStore = true }
        for member in list.members {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let argument = parts.count == 2 ? parts[1].trimmingBlanks : nil
            switch parts[0].trimmingBlanks.lowercased() {
            case "no-store": noStore = true
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "only-if-cached": onlyIfCached = true
            case "max-age": maxAge = Seconds(argument).unlessContradicting(maxAge)
            case "min-fresh": minFresh = Seconds(argument).unlessContradicting(minFresh)
            case "max-stale": maxStale = Seconds(argument).unlessContradicting(maxStale)
            case "stale-if-error": staleIfError = Seconds(argument).unlessContradicting(staleIfError)
            default: break
            }
        }
    }
}

extension CacheControl.Seconds {
    /// Reads a token or a quoted string; both forms are valid (RFC 9111 section 5.2).
    fileprivate init(_ argument: Substring?) {
        guard var digits = argument else {
            self = .unspecified
            return
        }
        if digits.count >= 2, digits.hasPrefix("\""), digits.hasSuffix("\"") { digits = digits.dropFirst().dropLast() }
        self = DeltaSeconds.parse(digits).map { .count($0) } ?? .invalid
    }

    fileprivate func unlessContradicting(_ other: Self?) -> Self {
        other == nil || other == self ? self : .invalid
    }
}

/// Non-negative whole seconds (RFC 9111 section 1.2.2).
enum DeltaSeconds {
    /// Greater values are reduced to this, about 68 years.
    static let greatest = 1 << 31

    /// `nil` for anything but digits.
    static func parse(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? greatest, greatest)
    }
}
