import Digests
import RemoteServices
import Services
import TestSupport

extension WiredServices {
    func uploads(of account: Account, policy: AvatarPolicy = AvatarPolicy()) -> RemoteUploadService {
        RemoteUploadService(
            account: account, client: client, sessions: sessions, users: copies,
            identifiers: SequentialIdentifierSource(), hashing: SHA256Hashing(), policy: policy)
    }
}
