extension BookQuery {
    /// A period that an author's life overlaps, with years counted as in ``Person``.
    public struct Years: Sendable, Hashable {
        /// The first year; `nil` if the period has no beginning.
        public let start: Int?
        /// The last year; `nil` if the period has no end.
        public let end: Int?

        /// Throws ``InvalidValue`` with the field `author_years` if both are `nil`, the first year is after the last,
        /// or a year is not from -9999 to 9999.
        public init(from start: Int?, through end: Int?) throws(InvalidValue) {
            guard start != nil || end != nil else {
                throw InvalidValue(field: "author_years", reason: "A period needs a first or a last year.")
            }
            guard [start, end].allSatisfy({ (-9999...9999).contains($0 ?? 0) }) else {
                throw InvalidValue(field: "author_years", reason: "A year is from -9999 to 9999.")
            }
            if let start, let end, start > end {
                throw InvalidValue(field: "author_years", reason: "The first year must not be after the last.")
            }
            self.start = start
            self.end = end
        }
    }
}
