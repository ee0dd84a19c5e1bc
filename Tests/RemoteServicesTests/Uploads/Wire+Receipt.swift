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
