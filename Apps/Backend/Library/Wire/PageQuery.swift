import Hummingbird

/// Which page of a list is asked for: `?page=1&per_page=20`, both optional.
struct PageQuery: Equatable, Sendable {
    /// Counted from 1.
    let number: Int
    /// How many items a full page has.
    let size: Int

    var offset: Int { (number - 1) * size }

    init(number: Int, size: Int) {
        self.number = number
        self.size = size
    }

    init(_ parameters: Parameters) throws(Problem) {
        var fields = FieldReader()
        number = Self.read("page", from: parameters, default: 1, allowed: 1...1_000_000, &fields)
        size = Self.read("per_page", from: parameters, default: 20, allowed: 1...100, &fields)
        guard fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
    }

    private static func read(
        _ name: String, from parameters: Parameters, default standard: Int, allowed: ClosedRange<Int>,
        _ fields: inout FieldReader
    ) -> Int {
        guard let text = parameters.get(name) else { return standard }
        // `Int` reads a leading plus too, which a query means as a space.
        if text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains), let value = Int(text),
            allowed.contains(value)
        {
            return value
        }
        fields.note(.outOfRange(name, allowed))
        return standard
    }
}
