package console

import (
	"fmt"
	"net/http"
	"strings"
)

// headsWithSecrets are the places for a secret in heads and URLs.
func headsWithSecrets() (all []secretCase) {
	for name, values := range map[string][]string{
		"Authorization": {"Bearer " + hidden, "Basic " + hidden, hidden}, "Proxy-Authorization": {"Bearer " + hidden}, "Cookie": {"a=" + hidden + "; b=c"},
		"Set-Cookie": {"a=" + hidden + "; Path=/"}, "X-API-Key": {hidden}, "X-A2A-Notification-Token": {hidden}, "X-Vendor-Access-Token": {hidden},
		"Authentication-Info": {`nextnonce="` + hidden + `"`}, "Authorization-Bin": {hidden}, "X-Api-Key-Bin": {hidden}, "DPoP": {hidden}, "X-Odd-Name": {hidden},
		"X-Other": {"Bearer " + hidden, "Bearer\t" + hidden, "bearer: " + hidden + "==", `"Bearer ` + hidden + `"`, "JWT " + hidden}, "X-ApiKey-V2": {hidden}, "X-Admin-Key": {hidden},
		"X-Envoy-Original-Path": {"/x?api_key=" + hidden}, "HX-Current-URL": {"https://me.test/x?password=" + hidden}, "Origin": {"https://me:" + hidden + "@me.test"}, "X-Rewrite-Url": {"x?token=" + hidden},
		"User-Agent":     {"Bearer " + hidden, "https://h.test/?access_token=" + hidden, "curl/8 https://me:" + hidden + "@h.test/"},
		"Authentication": {hidden}, "X-Authentication": {"Hello " + hidden}, "Session": {hidden}, "X-Session-Id": {hidden}, "Key": {hidden}, "X-Key": {hidden}, "Fastly-Key": {hidden},
		"X-Insert-Key": {hidden}, "X-Openai-Key": {hidden}, "X-PSK": {hidden}, "X-Passkey": {hidden}, "X-Any": {"a|eyJh.eyJi." + hidden + "|b", "sk-ant-api03-" + hidden},
		"Ocp-Apim-Subscription-Key": {hidden}, "X-Auth": {hidden}, "Token": {hidden}, "X_Client_Secret": {hidden}, "ID-Token-Hint": {hidden},
		"Sec-WebSocket-Protocol": {"bearer, " + hidden, "a2a, bearer." + hidden, "base64url.bearer.authorization.k8s.io." + hidden + ", v1", "access_token," + hidden, "x-auth-token." + hidden, "client-secret, " + hidden},
		"Location":               {"/x?access_token=" + hidden, "https://me.test/cb#id_token=" + hidden, "/cb?state=s&code=" + hidden, "//u:" + hidden + "@me.test/"},
		"Referer":                {"https://me.test/?a=b&REFRESH_token=" + hidden}, "Content-Location": {"/x?odd=" + hidden},
		"Link": {"</a?b=c>; rel=x, <https://me.test/?token=" + hidden + ">; rel=next"}, "Refresh": {"5; url=/x?password=" + hidden},
	} {
		for _, v := range values {
			h := http.Header{name: {v}}
			lower, upper := http.Header{strings.ToLower(name): {v}}, http.Header{strings.ToUpper(name): {v}}
			all = append(all, secretCase{name: "asked " + name, asked: h}, secretCase{name: "answer " + name, answer: upper},
				secretCase{name: "trailer " + name, trailer: lower}, secretCase{name: "early " + name, early: h})
		}
	}
	for _, name := range []string{"access_token", "refresh_token", "id_token", "token", "api_key", "key", "odd", "password", "client_secret", "device_code", "assertion", "client_assertion", "ID_Token", "%74oken",
		"x-api-key", "subscription-key", "access-token", "clientSecret", "private_token", "X-Auth-Token", "credential", "credentials", "authorization", "id_token_hint", "X-Auth", "x-functions-key", "userPassword", "sessionToken[]", "SAMLResponse", "pwd", "sid", "session", "PHPSESSID", "jsessionid", "pw", "pin", "hmac", "password_confirmation", "api%20key"} {
		all = append(all, secretCase{name: "query " + name, url: "/x?a=b&" + name + "=" + hidden + "&c=d"}, secretCase{name: "fragment " + name, url: "/x#" + name + "=" + hidden})
	}
	for i, path := range oddURLs() {
		at := fmt.Sprint(" ", i, path)
		all = append(all, secretCase{name: "query" + at, url: path}, secretCase{name: "location" + at, answer: http.Header{"Location": {path}}},
			secretCase{name: "referer" + at, asked: http.Header{"Referer": {"https://me.test" + path}}}, secretCase{name: "request line" + at, url: "/", line: "GET " + path + " HTTP/1.1\r\n\r\n"},
			secretCase{name: "push url" + at, url: "/", request: `{"params":{"taskId":"t","pushNotificationConfig":{"url":"https://me.test` + path + `"}}}`},
			secretCase{name: "form" + at, asked: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, request: "a=b&c=" + path})
	}
	return append(all, secretCase{name: "callback", url: "/cb?code=" + hidden + "&state=x"},
		secretCase{name: "userinfo", url: "://me:" + hidden + "@agent.test/"})
}

// oddURLs have a secret in an unusually written parameter.
func oddURLs() []string {
	return []string{
		"/x?a=1;access_token=" + hidden, "/x?a=1;access_token=" + hidden + ";b=2", "/x?access_token[]=" + hidden, "/x?access_token[0]=" + hidden, "/x?access_token%5B%5D=" + hidden, "/x?user[password]=" + hidden,
		"/x#access_token=" + hidden, "/x#a=b&access_token=" + hidden, "/x#/page?access_token=" + hidden, "/x?a=b?access_token=" + hidden, "/x;access_token=" + hidden + "/y", "/x&access_token=" + hidden,
		"/x%3Faccess_token%3D" + hidden, "/x?u=https%3A%2F%2Fme.test%2F%3Faccess_token%3D" + hidden + "%26a%3Db", "/x?u=%252Fy%253Faccess_token%253D" + hidden, "/x?u=%25252Fy%25253Faccess_token%25253D" + hidden + "&a=b",
	}
}
