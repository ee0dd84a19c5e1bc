import DependencyInjection
import Synchronization

/// Resolves a singleton that exists already.
enum ContainerMeasure {
    static func measure(repetitions: Int) async throws -> Measure {
        let container = try Assembly { Singleton(.number) { 7 } }.build()
        guard try container.resolve(.number) == 7 else { throw BenchmarkFailure("The container lost its value.") }
        let box = Box()
        return Measure(
            "container", "Resolving a singleton, against reading one uncontended Mutex", repetitions: repetitions,
            [
                Contender("Mutex read") { count in
                    for _ in 0..<count where box.value.withLock({ $0 }) != 7 { throw BenchmarkFailure("lost") }
                },
                Contender("resolve") { count in
                    for _ in 0..<count where try container.resolve(.number) != 7 {
                        throw BenchmarkFailure("lost")
                    }
                },
                Contender("resolve, half on each of two threads") { count in
                    try await withThrowingTaskGroup { group in
                        for _ in 0..<2 {
                            group.addTask {
                                for _ in 0..<count / 2 where try container.resolve(.number) != 7 {
                                    throw BenchmarkFailure("lost")
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                },
            ])
    }

    private final class Box: Sendable {
        let value = Mutex(7)
    }
}

extension Key<Int> {
    fileprivate static var number: Self { Self() }
}
