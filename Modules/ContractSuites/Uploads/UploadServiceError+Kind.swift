import Models
public import Services

extension UploadServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .loggedOut: .loggedOut
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .unsuitableFile: .unsuitableFile
        case .damagedUpload: .damagedUpload
        case .failed(let failure): ServiceErrorKind(failure)
        }
    }
}
