public import Primitives
import Synchronization

/// A fake of `RandomSource` that returns the same numbers for the same seed, on every platform and in every release.
///
/// SplitMix64, from Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014): for
/// jitter and test data, never for secrets.
public final class SeededRandomSource: RandomSource {
    private let state: Mutex<UInt64>

    /// - Parameter seed: any number; print it when a test fails, so that you can repeat the run.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    public func next() -> UInt64 {
        let gamma = state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            return state
        }
        var mixed = (gamma ^ (gamma >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
