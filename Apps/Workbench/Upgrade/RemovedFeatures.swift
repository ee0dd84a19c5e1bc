import Foundation

/// The template's features that a team has removed from its workspace.
struct RemovedFeatures: Sendable {
    init(of workspace: URL) throws {}
    func remove(from state: URL) throws {}
}
