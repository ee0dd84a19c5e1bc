public import Models
public import Networking

extension Endpoint where Access: MemberScope, Response == AvatarReceipt {
    /// `POST /users/{id}/avatar`: a form with one file field, `avatar`. 413 if the file is too large, 415 if it is not
    /// an image of an allowed type.
    public static func uploadAvatar(of id: UserID, form: MultipartForm) -> Self {
        Endpoint(.post, "/users/\(id.text)/avatar", body: .multipart(form), response: .json)
    }
}
