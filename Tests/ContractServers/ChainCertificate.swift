public import Foundation
public import NIOSSL
public import TransportSecurity

/// A root that no system trusts, and chains below it, each with at most one flaw. All are valid from 2020 to 2119
/// unless stated otherwise; servers use ``TestCertificates/key``.
public enum ChainCertificate: Sendable {
    /// Self-signed; the issuer of all certificates without another one.
    case root
    /// The root, signed with SHA-1.
    case rootBySHA1
    /// Signed by the root.
    case intermediate
    /// The intermediate, signed with SHA-1.
    case intermediateBySHA1
    /// Signed by the intermediate, valid until 2021.
    case expiredIntermediate
    /// Signed by the intermediate, for names below allowed.example only.
    case constrained
    /// Signed by the intermediate; requires a policy of every certificate below it.
    case policies
    /// Signed by the intermediate; not a certificate authority.
    case noAuthority
    /// With an RSA key of 1024 bits.
    case weakIntermediate
    /// For localhost, signed by the root.
    case direct
    /// For localhost, signed by the intermediate.
    case leaf
    /// For localhost, signed by the root with SHA-1.
    case leafBySHA1
    /// For localhost, signed by the weak intermediate.
    case leafByWeak
    /// For localhost, as a client only.
    case forClients
    /// For 127.0.0.1 and ::1.
    case address
    /// For localhost, signed with its own key, which must not sign certificates.
    case ownSigned

    public var der: Data { Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data() }

    public var certificate: NIOSSLCertificate {
        get throws { try NIOSSLCertificate(bytes: Array(der), format: .der) }
    }

    /// The form that a trust policy contains.
    public var trusted: RootCertificate {
        get throws { try RootCertificate(der: der) }
    }

    private var text: String {
        switch self {
        case .root:
            """
            MIIBLjCB1KADAgECAgFlMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATsvhfhUJo6OgSswM7VMqvZ0Q0jkF2/g33rSUeY
            0Ps4Y/r43iK+3J+JjUBWegUQsC0mYLLxkg/mUPJjP34kUwMJoxMwETAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDXppfF
            ax1mUwPWJU5RQyYdXqn1Zu6ZzUpzgEHG7IFZGAIhAIqTdY+dE9VNrGYg8xCF+tEpr7kSON9lFrXEAizv4yQd
            """
        case .rootBySHA1:
            """
            MIIBKjCB06ADAgECAgFmMAkGByqGSM49BAEwFTETMBEGA1UEAwwKQ2hhaW4gUm9vdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MDEwMTAwMDAw
            MFowFTETMBEGA1UEAwwKQ2hhaW4gUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOy+F+FQmjo6BKzAztUyq9nRDSOQXb+DfetJR5jQ
            +zhj+vjeIr7cn4mNQFZ6BRCwLSZgsvGSD+ZQ8mM/fiRTAwmjEzARMA8GA1UdEwEB/wQFMAMBAf8wCQYHKoZIzj0EAQNHADBEAiAvOyiZIPWS
            H+IWpr7/muUCZrIGdsfbYFrZNgCvuJ4HGAIgBYMXDgUFrSf9LC4KzdDe52vRT3ENjGIq6/iRFWHh1rs=
            """
        case .intermediate:
            """
            MIIBNDCB3KADAgECAgFnMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMB0xGzAZBgNVBAMMEkNoYWluIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEn52sx7KzCTYkjE6PSgrGMZ7iC4
            vU0r3a99I7DDfCMk/Rfqp/gpEF8zVONvoF5YMAHZJLOPJP7/+BayIMDmcF2jEzARMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAw
            RAIgL3/L5LR9r+nmMwjCzZUXDgNvQaWSUfCSuUhzEu5gnb8CID3llFFFS6OioQABk24sRzsVlRKUufMspK83pkXqSYOC
            """
        case .intermediateBySHA1:
            """
            MIIBMzCB26ADAgECAgFoMAkGByqGSM49BAEwFTETMBEGA1UEAwwKQ2hhaW4gUm9vdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MDEwMTAwMDAw
            MFowHTEbMBkGA1UEAwwSQ2hhaW4gSW50ZXJtZWRpYXRlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESfnazHsrMJNiSMTo9KCsYxnuILi9
            TSvdr30jsMN8IyT9F+qn+CkQXzNU42+gXlgwAdkks48k/v/4FrIgwOZwXaMTMBEwDwYDVR0TAQH/BAUwAwEB/zAJBgcqhkjOPQQBA0gAMEUC
            IBzldeTv7ZQsmzW0YeFdT2Q1LkTf2LHixWJAzeyfSi6NAiEAxHd6sl1iqQcliqabHdrPVJ5WGTbC2zJ0rnvhL81LVx4=
            """
        case .expiredIntermediate:
            """
            MIIBMzCB2qADAgECAgFpMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAw
            WjAdMRswGQYDVQQDDBJDaGFpbiBJbnRlcm1lZGlhdGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARJ+drMeyswk2JIxOj0oKxjGe4guL1N
            K92vfSOww3wjJP0X6qf4KRBfM1Tjb6BeWDAB2SSzjyT+//gWsiDA5nBdoxMwETAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUC
            IDfvddSljJEg3kQfbDOJ6Slz5I9eKCFxXz/Z1W4D5Fu/AiEAt86+EhhhA2aqXBdU6aZ6dpEzoXSmfAF7CX0kjd7kv+g=
            """
        case .constrained:
            """
            MIIBWTCB/6ADAgECAgFqMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMB0xGzAZBgNVBAMMEkNoYWluIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEn52sx7KzCTYkjE6PSgrGMZ7iC4
            vU0r3a99I7DDfCMk/Rfqp/gpEF8zVONvoF5YMAHZJLOPJP7/+BayIMDmcF2jNjA0MA8GA1UdEwEB/wQFMAMBAf8wIQYDVR0eAQH/BBcwFaAT
            MBGCD2FsbG93ZWQuZXhhbXBsZTAKBggqhkjOPQQDAgNJADBGAiEA9gK+zpa1MUEOftOOInzVH2ofCtwEKFrldwsZS2CA6GgCIQDtukVCFUI0
            /qqGHqvy/F//qIHE2ITMNVtSX5Mjr0ivhA==
            """
        case .policies:
            """
            MIIBRTCB7aADAgECAgFrMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMB0xGzAZBgNVBAMMEkNoYWluIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEn52sx7KzCTYkjE6PSgrGMZ7iC4
            vU0r3a99I7DDfCMk/Rfqp/gpEF8zVONvoF5YMAHZJLOPJP7/+BayIMDmcF2jJDAiMA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0kAQH/BAUwA4AB
            ADAKBggqhkjOPQQDAgNHADBEAiB6YrzWyg5BsC4vme2fRARG5euHWB6xN8kGtB2kokUJ5QIgG8yF1HYbDXZcnmuz1PbDUsXdJQoJyRUiyrCl
            4WAdH0o=
            """
        case .noAuthority:
            """
            MIIBMzCB2aADAgECAgFsMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMB0xGzAZBgNVBAMMEkNoYWluIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEn52sx7KzCTYkjE6PSgrGMZ7iC4
            vU0r3a99I7DDfCMk/Rfqp/gpEF8zVONvoF5YMAHZJLOPJP7/+BayIMDmcF2jEDAOMAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSQAwRgIh
            APwU2KoVStCxKc+gwczGh4y3tRzD3mKV6y2h8x65lNqYAiEAguKLuFIXSQFtPBRDLFjssEQobDD9UvpSvrmiWYETzRY=
            """
        case .weakIntermediate:
            """
            MIIBfDCCASKgAwIBAgIBbTAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApDaGFpbiBSb290MCAXDTIwMDEwMTAwMDAwMFoYDzIxMTkwMTAxMDAw
            MDAwWjAcMRowGAYDVQQDDBFXZWFrIEludGVybWVkaWF0ZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAtogobhMVWAjjT+Aq4+XP00Ap
            yFlKHl8I8Q0C/HyWgI5QaRsQhpAZJOtUbj61x9MiParK8vpY/1PJaW8HlfVYTHcBObrsuCQTL0wsgHd+zQiytMzDzL7mmmWFgpIMtxz45jQA
            Ca5gH/ab5YtrIQLtz/4cnUI5NNb5h3sNJwcxbLsCAwEAAaMTMBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAt09K+SDj
            bm2xH+PCIECEPCELbuvCyttT/U82F1nkNu0CIFs2wGqVvyzF0G53f4A4W8Ayi0+v1V+m8PoozZZhu4no
            """
        case .direct:
            """
            MIIBQjCB6qADAgECAgFuMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMBExDzANBgNVBAMMBmRpcmVjdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB0SGFiCZfvTeDWMKA96RUSl9n9puuorzAgmnXip65Wh
            nfYDoS00TWO9+n2RFapeFWNST9rC4octZJRFx8HLRf2jLTArMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDATBgNVHSUEDDAKBggrBgEFBQcDATAK
            BggqhkjOPQQDAgNHADBEAiAqors0HCKLU3AnLM7bzhGM6JYXh7w7k3GmlpQ1Kd8nxAIgRR7qn7hu2Q34EX0LmoDaJ0buJpo9sXnlyYKF1GJx
            gHM=
            """
        case .leaf:
            """
            MIIBSTCB8KADAgECAgFvMAoGCCqGSM49BAMCMB0xGzAZBgNVBAMMEkNoYWluIEludGVybWVkaWF0ZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5
            MDEwMTAwMDAwMFowDzENMAsGA1UEAwwEbGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB0SGFiCZfvTeDWMKA96RUSl9n9puuorzAgm
            nXip65WhnfYDoS00TWO9+n2RFapeFWNST9rC4octZJRFx8HLRf2jLTArMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDATBgNVHSUEDDAKBggrBgEF
            BQcDATAKBggqhkjOPQQDAgNIADBFAiAc77iwUhHACaKkt/PQnBDZYi/pIiDEguqzoP2iDQqA+AIhAOUstzsMeofomhp3kR4iTdQQUw7lIyXb
            3nUDRsESU9qt
            """
        case .leafBySHA1:
            """
            MIIBQDCB56ADAgECAgFwMAkGByqGSM49BAEwFTETMBEGA1UEAwwKQ2hhaW4gUm9vdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MDEwMTAwMDAw
            MFowDzENMAsGA1UEAwwEc2hhMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB0SGFiCZfvTeDWMKA96RUSl9n9puuorzAgmnXip65WhnfYD
            oS00TWO9+n2RFapeFWNST9rC4octZJRFx8HLRf2jLTArMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDATBgNVHSUEDDAKBggrBgEFBQcDATAJBgcq
            hkjOPQQBA0kAMEYCIQDl1ep+5bi7SIMxd6Zt8JEUf+DPe+t+Ng/UvPvl+8YvyQIhAN32VxbYc5S8YOsmCmwej2vJlHvZVrrUYqbIlFs0kY4h
            """
        case .leafByWeak:
            """
            MIIBiDCB8qADAgECAgFxMA0GCSqGSIb3DQEBCwUAMBwxGjAYBgNVBAMMEVdlYWsgSW50ZXJtZWRpYXRlMCAXDTIwMDEwMTAwMDAwMFoYDzIx
            MTkwMTAxMDAwMDAwWjAPMQ0wCwYDVQQDDAR3ZWFrMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHRIYWIJl+9N4NYwoD3pFRKX2f2m66ivM
            CCadeKnrlaGd9gOhLTRNY736fZEVql4VY1JP2sLihy1klEXHwctF/aMtMCswFAYDVR0RBA0wC4IJbG9jYWxob3N0MBMGA1UdJQQMMAoGCCsG
            AQUFBwMBMA0GCSqGSIb3DQEBCwUAA4GBADEeh6NJDQRbuv76dLO216U92Yls6/ZVJ2BSRQ81KCbTgxPseKsyODoCYcIDsErA8wXvKKICQB0x
            3f8QWNZSV2ZfUKOurMPJ8hkKVguD+NzIqecd/6gmOz69P0O8S9EYv+twGBp6y/4xM8IfCQFBowjRy/S5wbJhbslDFcuMAB1l
            """
        case .forClients:
            """
            MIIBQzCB6qADAgECAgFyMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMBExDzANBgNVBAMMBmNsaWVudDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABB0SGFiCZfvTeDWMKA96RUSl9n9puuorzAgmnXip65Wh
            nfYDoS00TWO9+n2RFapeFWNST9rC4octZJRFx8HLRf2jLTArMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDATBgNVHSUEDDAKBggrBgEFBQcDAjAK
            BggqhkjOPQQDAgNIADBFAiEAu4V/0q4JvHCPby2wf7BBvWYdO0x6WUD8mPAmqd1RP0UCIHt6gPb/aSPWnJQBTrtnVdbQ7PwcGdcp/6T7pfdp
            zW52
            """
        case .address:
            """
            MIIBUjCB+KADAgECAgFzMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkNoYWluIFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAxMDEwMDAw
            MDBaMBIxEDAOBgNVBAMMB2FkZHJlc3MwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQdEhhYgmX703g1jCgPekVEpfZ/abrqK8wIJp14qeuV
            oZ32A6EtNE1jvfp9kRWqXhVjUk/awuKHLWSURcfBy0X9ozowODAhBgNVHREEGjAYhwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMBMGA1UdJQQM
            MAoGCCsGAQUFBwMBMAoGCCqGSM49BAMCA0kAMEYCIQCLNUx55GFSa1R5hRdMqMsrXQp4CZ8cED1uWc/mmBfBMQIhAPKoMAf/0gCpr4RhUxVC
            Pc8eciO3JGIysms1PARH2rCr
            """
        case .ownSigned:
            """
            MIIBQzCB6aADAgECAgF0MAoGCCqGSM49BAMCMA4xDDAKBgNVBAMMA293bjAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MDEwMTAwMDAwMFowDjEM
            MAoGA1UEAwwDb3duMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHRIYWIJl+9N4NYwoD3pFRKX2f2m66ivMCCadeKnrlaGd9gOhLTRNY736
            fZEVql4VY1JP2sLihy1klEXHwctF/aM2MDQwFAYDVR0RBA0wC4IJbG9jYWxob3N0MA4GA1UdDwEB/wQEAwIHgDAMBgNVHRMBAf8EAjAAMAoG
            CCqGSM49BAMCA0kAMEYCIQDhiM18LNWqrb0XyhVrVDs0XsZkb6eJ/66A2Db5jS+pkgIhAKyNUNz4V+zLsq1TvlWsuDjFtIldJmQMVCcvciv/
            S5jf
            """
        }
    }
}
