import Foundation
public import Primitives
import Testing

/// The contract that every `TimeSource` fulfills.
public enum TimeSourceContract {
    /// A time source and a closure that advances its time.
    public struct Subject: Sendable {
        let time: any TimeSource
        let letPass: @Sendable (Duration) async -> Void

        /// - Parameters:
        ///   - time: the source to check.
        ///   - letPass: advances time while a task sleeps. By default time advances by itself.
        public init(_ time: any TimeSource, letPass: @escaping @Sendable (Duration) async -> Void = { _ in }) {
            self.time = time
            self.letPass = letPass
        }

        fileprivate func sleep(for duration: Duration) async throws {
            async let slept: Void = time.sleep(for: duration)
            await letPass(duration)
            try await slept
        }
    }

    /// The clauses. Each needs a new subject.
    public static var clauses: [ContractClause<Subject>] {
        [
            ContractClause("monotonic time never decreases") { subject in
                let readings = (0..<1_000).map { _ in subject.time.monotonicTime }
                #expect(zip(readings, readings.dropFirst()).allSatisfy(<=))
            },
            ContractClause("sleep returns when monotonic time has advanced by the duration") { subject in
                let nap = Duration.milliseconds(20)
                let start = subject.time.monotonicTime
                try await subject.sleep(for: nap)
                #expect(subject.time.monotonicTime - start >= nap)
            },
            ContractClause("the wall clock advances with monotonic time") { subject in
                let nap = Duration.milliseconds(20)
                let start = subject.time.now
                try await subject.sleep(for: nap)
                // Half the duration, because the machine may correct its wall clock in the meantime.
                #expect(subject.time.now.timeIntervalSince(start) >= nap / .seconds(2))
            },
            ContractClause("sleeping for zero or a negative duration returns at once") { subject in
                try await subject.time.sleep(for: .zero)
                try await subject.time.sleep(for: .seconds(-3_600))
            },
            ContractClause("a timer fires when monotonic time reaches its moment") { subject in
                let nap = Duration.milliseconds(20)
                let moment = subject.time.monotonicTime + nap
                let (firings, continuation) = AsyncStream.makeStream(of: Duration.self)
                _ = subject.time.setTimer(at: moment) { continuation.yield(subject.time.monotonicTime) }
                await subject.letPass(nap)
                var iterator = firings.makeAsyncIterator()
                let fired = try #require(await iterator.next())
                #expect(fired >= moment)
            },
            ContractClause("a timer for a moment in the past fires at once, and only once") { subject in
                let (firings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .unbounded)
                let timer = subject.time.setTimer(at: subject.time.monotonicTime - .seconds(1)) { continuation.yield() }
                var iterator = firings.makeAsyncIterator()
                try #require(await iterator.next() != nil)
                timer.cancel()
                continuation.finish()
                #expect(await iterator.next() == nil)
            },
            ContractClause("a cancelled timer does not fire") { subject in
                let nap = Duration.milliseconds(20)
                let (firings, continuation) = AsyncStream.makeStream(of: Void.self)
                let timer = subject.time.setTimer(at: subject.time.monotonicTime + nap) { continuation.yield() }
                timer.cancel()
                timer.cancel()
                try await subject.sleep(for: nap * 2)
                continuation.finish()
                var iterator = firings.makeAsyncIterator()
                #expect(await iterator.next() == nil)
            },
            ContractClause("cancelling a sleeping task throws CancellationError") { subject in
                let sleeper = Task { try await subject.time.sleep(for: .seconds(3_600)) }
                sleeper.cancel()
                await #expect(throws: CancellationError.self) { try await sleeper.value }
            },
            ContractClause("a task that is already cancelled does not sleep") { subject in
                await #expect(throws: CancellationError.self) {
                    try await inCancelledTask { try await subject.time.sleep(for: .seconds(3_600)) }
                }
            },
        ]
    }
}

/// The contract that every `RandomSource` fulfills.
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
                let numbers = try await concurrently(1...100) { _ in source.next() }
                #expect(Set(numbers).count == 100)
            },
        ]
    }
}

/// The contract that every `IdentifierSource` fulfills.
public enum IdentifierSourceContract {
    /// The clauses. Each needs a new source.
    public static var clauses: [ContractClause<any IdentifierSource>] {
        [
            ContractClause("no identifier is returned twice") { source in
                #expect(Set((0..<1_000).map { _ in source.next() }).count == 1_000)
            },
            ContractClause("concurrent tasks get different identifiers") { source in
                let identifiers = try await concurrently(1...100) { _ in source.next() }
                #expect(Set(identifiers).count == 100)
            },
            ContractClause("an identifier is a random UUID: version 4, variant 10 in binary") { source in
                let bytes = source.next().uuid
                #expect(bytes.6 >> 4 == 4)
                #expect(bytes.8 >> 6 == 0b10)
            },
        ]
    }
}
