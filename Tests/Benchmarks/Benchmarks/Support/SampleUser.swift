/// One user as API v2 sends it.
enum SampleUser {
    static let json = """
        {"id":"8c5c1a04-6f0e-4a51-9d3a-0d8b5a1f7e21","email":"ada@example.com","name":"Ada Lovelace","role":"member",\
        "description":"Wrote the first program.","avatar_url":null,"created_at":"2026-01-02T03:04:05Z",\
        "updated_at":"2026-11-20T21:22:23Z"}
        """
}
