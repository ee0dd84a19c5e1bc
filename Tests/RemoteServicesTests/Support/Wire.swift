import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import RemoteServices
import Testing

/// Literal responses of servers.
enum Wire {
    static let login = """
        {"access_token": "access-1", "token_type": "Bearer", "expires_in": 900, "refresh_token": "refresh-1",
         "user": \(user)}
        """

    static let refresh = """
        {"access_token": "access-2", "token_type": "Bearer", "expires_in": 900, "refresh_token": "refresh-2"}
        """

    static let user = """
        {"id": "u-1", "email": "ada@example.com", "name": "Ada Lovelace", "role": "member", "description": null,
         "avatar_url": null, "created_at": "2026-01-01T09:00:00Z", "updated_at": "2026-01-02T09:00:00.250Z"}
        """

    static let unauthorized = ServerResponse.problem(
        """
        {"type": "tag:strata.example,2026:problem/invalid_token", "title": "Invalid access token", "status": 401,
         "detail": "The access token is expired, revoked or unknown.", "code": "invalid_token"}
        """, status: .unauthorized)
}

extension Wire {
    /// - Parameter sha256: of ``PictureFile``'s PNG, unless a test says otherwise.
    static func receipt(
        sha256: String = "de619f15f412840a1d758daae8b2e8aded3ced4c7ebead2ab73d50470a3fa0f6"
    ) -> String {
        """
        {"avatar_url": "https://api.example.com/v2/users/u-1/avatar?v=0123456789abcdef", "content_type": "image/png",
         "size": 64, "sha256": "\(sha256)", "uploaded_at": "2026-01-03T09:00:00Z"}
        """
    }
}

/// Expects the same JSON value, whatever the order of keys; an absent key is not a null.
func expectJSON(_ data: Data, is expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let options = JSONSerialization.ReadingOptions.fragmentsAllowed
    let value = try JSONSerialization.jsonObject(with: data, options: options) as? NSObject
    let wanted = try JSONSerialization.jsonObject(with: Data(expected.utf8), options: options) as? NSObject
    #expect(value == wanted, sourceLocation: sourceLocation)
}
