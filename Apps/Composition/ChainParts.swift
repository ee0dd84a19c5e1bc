import HTTPCaching
import Networking
import Primitives

/// The parts that all pipelines of the app share, so that a failing server is detected for all of them.
struct ChainParts: Sendable {
    let health: OriginHealth
    let cache: any ResponseCacheStorage
    let random: any RandomSource
    let time: any TimeSource
}
