import Composition
import Foundation
import Models
import Networking
import Services

extension Tour {
    func avatar(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let uploads = try await visit.services.uploads
        try await narrator.step(
            "Upload a picture, streamed from disk",
            through: ["Demo", "Services", "Networking (multipart)", "NIOTransport"]
        ) {
            guard let picture = Bundle.module.url(forResource: "avatar", withExtension: "png") else {
                throw Failure(
                    "Could not find the tour's picture (avatar.png) beside the binary. Build it again with `swift build`.",
                    .failure)
            }
            let bar = ProgressBar("   avatar.png", on: terminal)
            let receipt = try await uploads.uploadAvatar(picture, of: visit.account.id) { bar.show($0) }
            return [
                "the server stored \(receipt.size.grouped) bytes of \(receipt.contentType), SHA-256 \(receipt.sha256.prefix(12))…"
            ]
        }
    }
}
