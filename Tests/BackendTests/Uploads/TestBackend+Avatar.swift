import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

extension Form {
    /// A form with one file in the field `avatar`.
    static func avatar(_ bytes: [UInt8], type: String = "image/png", field: String = "avatar") -> Form {
        var form = Form()
        form.add("Content-Disposition: form-data; name=\"\(field)\"; filename=\"a\"\r\nContent-Type: \(type)", bytes)
        return form
    }
}

extension TestBackend {
    func uploadGracesAvatar() async throws {
        let form = Form.avatar(Picture.png)
        let token = try await session(of: "u-grace").access.text
        let response = try await send(
            .post, "/v2/users/u-grace/avatar", token: token, headers: form.headers, body: form.buffer)
        #expect(response.status == .created)
    }
}
