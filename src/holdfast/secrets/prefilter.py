"""Whether a text could hold a secret at all, cheaply enough to ask of every prompt.

`may_hold_secret` looks at the same readings of the text as the redactor does, with string searches and a
few linear patterns instead of RE2, and errs on one side only: whenever it says no, the full set of rules
finds nothing. `tests/secrets/test_prefilter.py` proves that on generated texts for every shipped rule.
"""

from __future__ import annotations

import functools
import re

from holdfast.secrets.layers import views
from holdfast.secrets.shapes import LONG_CHARS, is_basic, is_card

DEFAULT_PERSONAL = frozenset({"card"})
MIN_MARKED_CHARS = 12  # the shortest token that a known mark starts

# Texts that start or stand inside a provider's tokens and hardly anywhere else.
MARKS = tuple(
    """AKIA ASIA ABIA ACCA IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz ABSK bedrock-api-key- amzn.mws. Q~ AZDO AIza GOCSPX-
    ya29. 1//0 LTAI AKID bce-v3/ AQVN dop_v1_ doo_v1_ dor_v1_ cfut_ cfat_ cfk_ HRKU- fm1_ fm1a_ fm1r_ fm2_ fm2a_ fm2r_
    nfp_ SCW ucat_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- glptt- gldt- glrt- glrtr- glcbt- glft- glimt- glagent-
    gloas- glsoat- glffct- glwt- GR1348941 ATBB BBDC- ATATT3 ATCTT3 rubygems_ CLOJARS_ packagist_ dckr_ SWMTKN-1-
    SWMKEY-1- AKCp cmVmdGtu CCIPAT_ CCIPRJ_ bkua_ bkaa_ bkaj_ bkar_ bkct_ bkpt_ bkpat_ bkps_ sqp_ squ_ sqa_ sgp_ pul-
    .atlasv1. hvs. hvb. hvr. pnu_ pnb_ PMAK- PMAT- rdme_ ops_eyJ dp.pt. dp.st. dp.ct. dp.sa. dp.said. dp.scim. dp.audit.
    ico- snyk_ sha256~ sk-ant- sk-proj- sk-svcacct- sk-admin- sk-service- sk-None- sk-or-v api_org_ gsk_ xai- r8_ pplx-
    tgp_v1_ nvapi- csk- esecret_ lsv2_ sk-lf- wandb_v1_ pcsk_ jina_ tvly- apify_api_ bb_live_ bb_test_ e2b_ xox xapp-
    hooks.slack xkeysib- xsmtpsib- pk_prod_ dk_prod_ sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_ sq0
    access_token$ A21AA rzp_live_ rzp_test_ FLWSECK FLWPUBK shpat_ shpca_ shppa_ shpss_ shpua_ shptk_ shp EZAK EZTK
    shippo_ duffel_ xnd_ $aact_ NRAK- NRJS- NRII- NRAA- NRRA- NRSP- NRAL ddapp_ ddpat_ ddapi_ glc_ glsa_ dt0 sntrys_
    sntryu_ phx_ sbp_ sb_secret_ pscale_ napi_ 4b1d cflt ntn_ lin_api_ lin_oauth_ figd_ figo_ figu_ figor_ figur_
    CFPAT- tfp_ IGQ AAAAAAAAAAAAAAAAAAAA WPL_AP tskey- akab- _mmk zpka_ AIK_ sm_aat sm_pat sm_sat tss_ waka_ vtwn_ unkey_
    cnvca p8e- wrka hawk. ddo_ eyJ $2a$ $2b$ $2x$ $2y$ $1$ $5$ $6$ $y$ $argon2 $scrypt b3BlbnNzaC1rZXktdjE
    AGE-SECRET-KEY- otpauth:// sig=""".split()
)
# Marks that ordinary words and digests contain too, with as much of the token as tells them apart. Every
# repetition is bounded, so the search is linear.
_SHAPED = (
    r"\d{8,10}:[\w-]{34}|[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27}|mfa\.[\w-]{60}|[sbr]\.[A-Za-z0-9]{24}"
    r"|(?:SK|AC)[0-9a-f]{32}|key-[0-9a-z]{32}|[0-9a-f]{32}-[0-9a-f]{8}-|[0-9a-f]{32}-us\d|[12]/\d{14}"
    r"|AAAA[\w-]{7}:|EAA[A-Za-z0-9_-]{40}|cio[A-Za-z0-9]{32}|oy2[a-z0-9]{43}|pat[A-Za-z0-9]{14}\."
    r"|[ps]at\.[\w-]{18,60}\.|API-[A-Z0-9]{25}|A3-[A-Z0-9]{6}-|A3T[A-Z0-9]{17}|AQE[A-Za-z0-9]{50}"
    r"|(?:sdk|mob|api|pat-\w\w\d|-production|-development|-sandbox)-[0-9a-f]{8}-[0-9a-f]{4}-"
    r"|t1\.[\w-]{20,200}={0,2}\.|v1\.0-[0-9a-f]{20}|y[0-3]_[\w-]{50}|sk-[a-z0-9-]{0,18}[A-Za-z0-9]{20}"
    r"|sk_[0-9a-f]{40}|fw_[A-Za-z0-9]{22}|re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20}|pa-[\w-]{40}|fc-[0-9a-f]{32}"
    r"|BSA[\w-]{24}|SG\.[\w-]{16,200}\.|sl\.[\w.=-]{60}|hf_[A-Za-z0-9]{28}|npm_[A-Za-z0-9]{30}|pypi-[\w-]{40}"
    r"|secret_[A-Za-z0-9]{40}|rnd_[A-Za-z0-9]{24}|aio_[A-Za-z0-9]{26}|phs_[A-Za-z0-9]{30}|vc[apirk]_[\w-]{40}"
    r"|fo1_[\w-]{30}|(?:dapi|dose)[0-9a-f]{32}"
    r"|[A-Za-z0-9]{40}(?:JQQJ99|AzSe|AzFu|AzCa|ACDb|ACRT|AIoT|APIM|\+ASt|\+AEh|\+ASb|\+ARm|\+ACR|\+AMC)"
    r"|discord(?:app)?\.com/api/|\.office(?:365)?\.com/"
)
PASSWORD_WORDS = (
    "password", "passwd", "passphrase", "passcode", "passwort", "pwd", "pswd", "psswd", "kennwort", "contrase", "senha",
    "wachtwoord", "mot de", "mot_de", "mot-de", "пароль", "密码", "密碼", "パスワード", "비밀번호", "identified by",
    "networkcredential", "directoryentry", "passwordcredential", "basicauth",
)  # fmt: skip
TOKEN_WORDS = (
    "secret", "token", "credential", "apikey", "key", "auth", "webhook", "bearer", "cookie", "aws", "amazon", "s3",
    "ssws",
)  # fmt: skip
SERVICES = tuple(
    """abuseipdb adafruit adobe airtable algolia artifactory asana beamer binance bitbucket bitly bitrise bittrex
    browserstack circleci civo cloudflare codecov cohere coinbase confluent contentful datadog deepgram deepseek discord
    droneci dropbox elevenlabs etherscan etsy facebook fastly finicity finnhub flickr frameio freshbooks gitter
    gocardless grafana heroku hetzner honeycomb hubspot infura intercom jenkins jfrog jira kaggle kagi kucoin
    launchdarkly linkedin linode loggly logzio mailchimp mailgun mandrill mapbox mattermost maxmind meraki messagebird
    mistral netlify newrelic nexmo notion nuget nytimes octopus okta onelogin opencage openweather opsgenie pagerduty
    pendo plaid postmark pubnub pusher rapidapi rollbar saucelabs sendgrid sentry shippo shodan slack snyk sonar splunk
    spotify squarespace stripe sumologic supabase tableau telegram telnyx todoist travis trello twilio twitch twitter
    typeform upstash vercel virustotal vonage vultr wakatime wandb weatherstack webflow wistia workos yandex zapier
    zendesk zoho""".split()
)
LOGIN_WORDS = ("credential", "creds", "log in", "login", "log-in", "sign in", "signin", "sign-in", "user/pass",
               "username/pass", "user pass", "username pass")  # fmt: skip
_PROGRAMS = ("sshpass", "mysql", "mariadb", " login", "redis-", "psexec", "smbclient", "mongo", "ldap", "net use",
             "rdesktop", "xfreerdp", "cqlsh", "sqlcmd", "influx")  # fmt: skip
_PASSWORD_OPTIONS = ("-p", "-a", "-w", "--pass", "--requirepass", "/p:")
_USER_OPTIONS = ("-u", "--user", "--proxy-user", "--auth")


def may_hold_secret(text: str, personal: frozenset[str] = DEFAULT_PERSONAL) -> bool:
    """Tell whether the redactor could find anything; False is certain, True is a reason to look."""
    return any(bears_sign(view.text, personal) for view in views(text))


def bears_sign(text: str, personal: frozenset[str] = DEFAULT_PERSONAL) -> bool:
    """Tell whether one reading of a text has what every rule needs at the least."""
    words = text.split()
    lowered = text.lower()
    return (
        _bears_block(text)
        or _bears_marked_token(words)
        or _bears_password(lowered, words)
        or _bears_named_token(lowered, words)
        or _bears_login(lowered, words)
        or _bears_seed_phrase(lowered)
        or _bears_personal(text, personal)
    )


def _bears_block(text: str) -> bool:
    if "-----BEGIN" in text or "Private-Lines:" in text or '"d"' in text:
        return True
    return "://" in text and "@" in text and bool(_pattern(r"""://[^\s/"'`<>]*@""").search(text))


def _bears_marked_token(words: list[str]) -> bool:
    long = " ".join([word for word in words if len(word) >= MIN_MARKED_CHARS])
    if any(mark in long for mark in MARKS):
        return True
    return _has_generated(long) and bool(_pattern(_SHAPED).search(long))


def _bears_password(lowered: str, words: list[str]) -> bool:
    named = any(word in lowered for word in PASSWORD_WORDS) or (
        "pass" in lowered and ("</" in lowered or "value" in lowered or bool(_pattern(_SHORT_NAME).search(lowered)))
    )
    if not named and any(program in lowered for program in _PROGRAMS):
        named = any(word.startswith(_PASSWORD_OPTIONS) for word in lowered.split())
    if not named and any(word in lowered for word in LOGIN_WORDS):
        named = bool(_pattern(r"[\w.@+-][\"'`]?[ \t]?[/:|]").search(lowered))
    if not named:
        return False
    return any(map(_could_be_password, words)) or bool(_pattern(r"""["'`][a-z]{6,40}["'`]""").search(lowered))


# `pass` alone is a word of every second test report; only as a name does it announce a password.
_SHORT_NAME = r"""pass[\w.:-]{0,40}["'`)\]]{0,2}\s{0,20}[:=|,>;/-]|-[a-z-]{0,40}pass"""


def _could_be_password(word: str) -> bool:
    return len(word) >= 6 and not word.isalpha() and bool(_pattern(r"[0-9]|\w[!$%^&*#@~]+\w").search(word))


def _bears_named_token(lowered: str, words: list[str]) -> bool:
    if any(word in lowered for word in TOKEN_WORDS) or any(service in lowered for service in SERVICES):
        return _has_generated(" ".join(words))
    return False


def _has_generated(text: str) -> bool:
    """Tell whether a run is long enough for a token: letters with digits, or a longer one of mixed case."""
    return any(
        (not run.isalpha() and not run.isdigit()) or (len(run) >= LONG_CHARS and not run.islower())
        for run in _pattern(r"[A-Za-z0-9]{8,}").findall(text)
    )


def _bears_login(lowered: str, words: list[str]) -> bool:
    if ":" in lowered and any(word.lower().startswith(_USER_OPTIONS) for word in words):
        return any(client in lowered for client in ("curl", "wget", "http", "xh"))
    if "basic" not in lowered:
        return False
    places = (place for place, word in enumerate(words[:-1]) if word.lower().endswith("basic"))
    values = (_pattern(r"[A-Za-z0-9+/=_-]{8,}").match(words[place + 1]) for place in places)
    return any(value is not None and is_basic(value[0]) for value in values)


def _bears_seed_phrase(lowered: str) -> bool:
    if not any(word in lowered for word in ("seed", "mnemonic", "phrase", "words")):
        return False
    return bool(_pattern(r"(?:[a-z]{3,8}[ \t]{1,2}){11}[a-z]{3,8}").search(lowered))


def _bears_personal(text: str, personal: frozenset[str]) -> bool:
    digits = len(text) - len(text.translate(_WITHOUT_DIGITS))
    if "card" in personal and digits >= MIN_CARD_DIGITS:
        if any(is_card(match[0]) for match in _pattern(CARD).finditer(text)):
            return True
    return (
        ("email" in personal and "@" in text)
        or ("ip" in personal and digits >= 4 and "." in text)
        or ("ssn" in personal and digits >= 9 and "-" in text)
        or ("phone" in personal and digits >= 7)
        or ("iban" in personal and digits >= 4 and bool(_pattern(r"\b[A-Z]{2}\d{2}").search(text)))
    )


MIN_CARD_DIGITS = 14
CARD = r"\b(?:\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}|\d{4}[ -]\d{6}[ -]\d{4,5}|\d{14,16})\b"
_WITHOUT_DIGITS = dict.fromkeys(map(ord, "0123456789"))


@functools.cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """Compiled when first needed: most prompts need none."""
    return re.compile(pattern, re.ASCII)
