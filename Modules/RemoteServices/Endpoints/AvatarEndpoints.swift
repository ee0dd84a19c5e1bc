public import Models
public import Networking

extension Endpoint where Access: MemberScope, Response == AvatarReceipt {
    /// `POST /users/{id}/avatar`: one file field, `avatar`; 413 for a file that is too large, 415 for another kind.
    public static func uploadAvatar(of id: User.ID, form: MultipartForm) -> Self {
        Endpoint(.post, "/users/\(id.text)/avatar", body: .multipart(form), response: .json)
    }
}
