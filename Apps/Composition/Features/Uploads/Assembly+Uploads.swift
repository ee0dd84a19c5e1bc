public import DependencyInjection
import Digests
import RemoteServices
public import Services

extension Key<any UploadService> {
    /// Uploads files on behalf of the scope's account.
    public static var uploads: Self { Self() }
}

extension AccountServices {
    /// Uploads files.
    public var uploads: any UploadService { get async throws { try await value(.uploads) } }
}

extension Assembly {
    static var uploads: Assembly {
        Assembly {
            Scoped(.uploads, needs: .session, .identifiers) { session, identifiers in
                RemoteUploadService(session: session, identifiers: identifiers, hashing: SHA256Hashing())
            }
        }
    }
}
