import CCurl

extension CurlHandle {
  func set(_ settings: TLSSettings) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    if let path = settings.caFile {
      set(CURLOPT_CAINFO, path)
      // Otherwise the system's folder is trusted too.
      record(pressrun_curl_set_text(pointer, CURLOPT_CAPATH, nil))
    }
    if let path = settings.certificateFile { set(CURLOPT_SSLCERT, path) }
    if let path = settings.keyFile { set(CURLOPT_SSLKEY, path) }
  }
}
