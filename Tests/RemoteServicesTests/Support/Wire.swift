import Foundation
import HTTPTypes
import Networking
import TestSupport

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
