public import Networking

extension CredentialPartition {
    /// The cache partition of the app's calls without a credential provider.
    public static var app: CredentialPartition { .client(AppName.command) }
}
