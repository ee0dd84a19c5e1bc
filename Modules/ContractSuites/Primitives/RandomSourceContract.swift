public import Primitives
import Testing

/// The contract that every `RandomSource` fulfils.
public enum RandomSourceContract {
    /// The clauses. Each needs a new source.
    public static var clauses: [ContractClause<any RandomSource>] {
        [
            ContractClause("each bit is equally likely to be set") { source in
                let draws = 4_096
                var counts = [Int](repeating: 0, count: 64)
                for _ in 0..<draws {
                    let number = source.next()
                    for bit in 0..<64 where number >> UInt64(bit) & 1 == 1 { counts[bit] += 1 }
                }
                // A binomial distribution with a standard deviation of 32: a fair source exceeds seven deviations once
                // in six billion runs.
                #expect(counts.allSatisfy { abs($0 - draws / 2) < 7 * 32 })
            },
            ContractClause("a fraction is at least 0 and less than 1") { source in
                let numbers = (0..<4_096).map { _ in source.nextUnit() }
                #expect(numbers.allSatisfy { (0..<1).contains($0) })
                // Both ends occur: the probability that one is missing is 0.99 to the power of 4096.
                #expect(numbers.contains { $0 < 0.01 } && numbers.contains { $0 > 0.99 })
            },
            ContractClause("concurrent tasks get different numbers") { source in
                let numbers = await withTaskGroup(of: UInt64.self, returning: Set<UInt64>.self) { group in
                    for _ in 0..<100 { group.addTask { source.next() } }
                    return await group.reduce(into: []) { $0.insert($1) }
                }
                #expect(numbers.count == 100)
            },
        ]
    }
}
