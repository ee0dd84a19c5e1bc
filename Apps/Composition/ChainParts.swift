import Networking
import Primitives

/// What all chains of the app share: a server that fails for one of them fails for all, and so does its budget.
struct ChainParts: Sendable {
    let health: OriginHealth
    let cache: any ResponseCacheStorage
    let random: any RandomSource
    let time: any TimeSource
}
