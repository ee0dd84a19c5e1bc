import Foundation
public import Primitives
import Testing

/// The contract that every `TimeSource` fulfils.
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
                async let slept: Void = subject.time.sleep(for: nap)
                await subject.letPass(nap)
                try await slept
                #expect(subject.time.monotonicTime - start >= nap)
            },
            ContractClause("the wall clock advances with monotonic time") { subject in
                let nap = Duration.milliseconds(20)
                let start = subject.time.now
                async let slept: Void = subject.time.sleep(for: nap)
                await subject.letPass(nap)
                try await slept
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
                async let slept: Void = subject.time.sleep(for: nap * 2)
                await subject.letPass(nap * 2)
                try await slept
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
                let sleeper = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await subject.time.sleep(for: .seconds(3_600))
                }
                await #expect(throws: CancellationError.self) { try await sleeper.value }
            },
        ]
    }
}
