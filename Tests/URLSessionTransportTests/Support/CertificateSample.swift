import Foundation
import Networking
import Testing
import TransportSecurity

/// Self-signed certificates with every kind of key, made by OpenSSL, with the pins that OpenSSL computes.
struct CertificateSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let pin: String
    private let pem: String

    var der: Data {
        get throws { try #require(RootCertificate.parse(pem: Data(pem.utf8)).first).der }
    }

    static let all = [rsa, p256, p384, ed25519, firstVersion]

    static let rsa = CertificateSample(
        testDescription: "RSA, 2048 bits", pin: "sha256/GNixd+ZpD5kFIlfCCB+P46z0iyi8XgoKRFZlbtK9EtA=",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIDDzCCAfegAwIBAgIUIh8lrFkLvq6/h4fPnLA4uZnXnIAwDQYJKoZIhvcNAQEL
            BQAwFjEUMBIGA1UEAwwLcnNhLmV4YW1wbGUwIBcNMjYxMTIxMDkzMzUzWhgPMjEy
            NjEwMjgwOTMzNTNaMBYxFDASBgNVBAMMC3JzYS5leGFtcGxlMIIBIjANBgkqhkiG
            9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxwa4gYS0mc9SQ/cUaz0dv6csldx2dmQ5r4zB
            H5EGqrOgMNhWdWRkL/PgCKJ1IPuopwKNDlOhcSX9B7Gr+zDjEHyxNgkkcxS7SnnG
            9AOAmn8ve4FMhAr1rRAk2JlkNnQeQkV2m0cMoMyRpAOnlw8wKPCZo4Tce0W2Yd+9
            /UL+NhZWInja2dbBZpUn79doYHCqyGMtHz6+KUfqzD4rt8lMMB/wCPlySPaBZa/B
            QIZL32ZyUxCLuYa7L3K/4GzaG+Xzru8Hx23DtYx5YLYAcHAkUuuCOgSRIiQKiq8c
            YDmLJNAc9JcEPAS0zmYOunHnhsAdzd2ynSGDVe5Kq5DLm8qDHwIDAQABo1MwUTAd
            BgNVHQ4EFgQU62NFdQa7p/qOLRKejx5oQu8t/+0wHwYDVR0jBBgwFoAU62NFdQa7
            p/qOLRKejx5oQu8t/+0wDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
            AQEAwOmRXopKFkPEpDtIpgtX+abFYqeba0rH6pWFMRA01bvgQiQkV/swIoNnlVyK
            tYqoWcH0Bf5+XfO4RnhYZGu36YB8RWuvx6H9nOrtrFzDHCpQ8894748S2Qqr/oiA
            G7vW3MIBKJqloRKJbwasTipaxLpEKUxYAbJoW02Njrc6mNXjq+H6/6ZvuGmjT1dV
            kXqN4DpMvbbpsVVrKKpcwsjzPIEIpvFy2fiMBITqHRM5xxKuhjbXIPkUbC13a0fi
            epYsXumbEZ5h6eyZ0xESIklqmlazSbrytKSvGvyYZ0EIfWiZbVPzjNr/+F11Wbee
            Vw4B8hGN8NT0/G7Lo8gwY0/o7g==
            -----END CERTIFICATE-----
            """)

    static let p256 = CertificateSample(
        testDescription: "the curve P-256", pin: "sha256/l3m3/SEYbddXgRDWr3A1ApCdQR1FOA/g3wefjNku8j0=",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIBhjCCASugAwIBAgIUUkvEhVa0hBEoKFytkuY9TTc+ARQwCgYIKoZIzj0EAwIw
            FzEVMBMGA1UEAwwMcDI1Ni5leGFtcGxlMCAXDTI2MTEyMTA5MzM1NFoYDzIxMjYx
            MDI4MDkzMzU0WjAXMRUwEwYDVQQDDAxwMjU2LmV4YW1wbGUwWTATBgcqhkjOPQIB
            BggqhkjOPQMBBwNCAATTSNwvCLXx+/IDd9ivWbiqI7yq/O2FC8HP9LC5VuEkZkmQ
            yX+EOLakGzK4p1vaJaVt/3GDLFM/DiUG5JWZtpCDo1MwUTAdBgNVHQ4EFgQUgJQz
            RiekIxiFHVD88zYzotbvi2EwHwYDVR0jBBgwFoAUgJQzRiekIxiFHVD88zYzotbv
            i2EwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA5bIDFvsejIeF
            qvZyckpKVA7YYoQvrWMH7TQSRsui7T4CIQC3mMIyx//TYFaUKPiQPbQ0Mz25eXWn
            N2t1m5Hrt7pZjQ==
            -----END CERTIFICATE-----
            """)

    static let p384 = CertificateSample(
        testDescription: "the curve P-384", pin: "sha256/n6UuB9M0ACuQg5ZewCHZr2Da9HY9Px6wQOKQkIWxx1w=",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIBwzCCAUigAwIBAgIUT+I+ymFB3rO6FYTLPf2b0IN5DdYwCgYIKoZIzj0EAwIw
            FzEVMBMGA1UEAwwMcDM4NC5leGFtcGxlMCAXDTI2MTEyMTA5MzM1NFoYDzIxMjYx
            MDI4MDkzMzU0WjAXMRUwEwYDVQQDDAxwMzg0LmV4YW1wbGUwdjAQBgcqhkjOPQIB
            BgUrgQQAIgNiAAT67TtKs2cMpR+WSYQQu4rc9c9pxmRm72T/ffLSrgmYiCogq0bx
            X50tajhxp23f7OX0ZkEOiQ7THhTvVgcY6kioKgITgg2WSS6OzspHVYVpLCwYdAhO
            wlOC5tifxVwnaI+jUzBRMB0GA1UdDgQWBBSlQVnQ5EREoJ281xgpnzfRXCUfITAf
            BgNVHSMEGDAWgBSlQVnQ5EREoJ281xgpnzfRXCUfITAPBgNVHRMBAf8EBTADAQH/
            MAoGCCqGSM49BAMCA2kAMGYCMQDbgvF2T8KmwGP7DqQsucq4bN6wKeFz2Ro5dKs6
            K2xv+oD9C1tU5dSjWqTvooWyQHoCMQCSic5m2j1oNvuWNcPiMlqDIDT/Xi+JAMvB
            C3pKh2iQJVI5qk03+1jrnb8AsbgUR4I=
            -----END CERTIFICATE-----
            """)

    static let ed25519 = CertificateSample(
        testDescription: "Ed25519", pin: "sha256/2ALgfGFygTj0fXLyjt5af3n2Y/rgMWYkEukIavJMdtQ=",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIBQDCB86ADAgECAhQuBII0/LhLKyA7cR0P6EzqdtYuVzAFBgMrZXAwFTETMBEG
            A1UEAwwKZWQuZXhhbXBsZTAgFw0yNjExMjEwOTMzNTRaGA8yMTI2MTAyODA5MzM1
            NFowFTETMBEGA1UEAwwKZWQuZXhhbXBsZTAqMAUGAytlcAMhAP6XLUrmTLc6ydZC
            1CrNfxfYPc95U6nvwrOOFCp3vK6ho1MwUTAdBgNVHQ4EFgQUXgNHR22wCWMv3wwZ
            ebzqfwWsLMgwHwYDVR0jBBgwFoAUXgNHR22wCWMv3wwZebzqfwWsLMgwDwYDVR0T
            AQH/BAUwAwEB/zAFBgMrZXADQQByCR64F+VxCDt89M8gSsv1qGAUWG2jpdpvQQyi
            a6FnPnZkbE4WhDxmy1YH/oRQhkPQA3bUcHnO4phTU3JkL/YH
            -----END CERTIFICATE-----
            """)

    static let firstVersion = CertificateSample(
        testDescription: "the curve P-256, in a certificate of X.509's first version",
        pin: "sha256/l3m3/SEYbddXgRDWr3A1ApCdQR1FOA/g3wefjNku8j0=",
        pem: """
            -----BEGIN CERTIFICATE-----
            MIIBJTCBzQIUOZBTAVaNSp1xtaZ4Tm9/P/Dog3swCgYIKoZIzj0EAwIwFTETMBEG
            A1UEAwwKdjEuZXhhbXBsZTAgFw0yNjExMjEwOTQwMTdaGA8yMTI2MTAyODA5NDAx
            N1owFTETMBEGA1UEAwwKdjEuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEH
            A0IABNNI3C8ItfH78gN32K9ZuKojvKr87YULwc/0sLlW4SRmSZDJf4Q4tqQbMrin
            W9olpW3/cYMsUz8OJQbklZm2kIMwCgYIKoZIzj0EAwIDRwAwRAIgFM//mxkkBBie
            xnzekvioLd5OrBgoAH5gyYyozlhOvKcCIDiGJE+zNVVC6uCj9Rm3geofKfqXuFOs
            NucmlKuoUgMV
            -----END CERTIFICATE-----
            """)
}
