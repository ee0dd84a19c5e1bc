import HTTPCaching
import Networking
import Primitives

/// What all pipelines of the app share: if a server fails for one of them, it fails for all.
struct ChainParts: Sendable {
    let health: OriginHealth
    let cache: any ResponseCacheStorage
    let random: any RandomSource
    let time: any TimeSource
}
