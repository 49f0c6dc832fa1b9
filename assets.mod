module github.com/a2a-console/a2a-console/assets

go 1.26.0

require github.com/starfederation/datastar v1.0.2
