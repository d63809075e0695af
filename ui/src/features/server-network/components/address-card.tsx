import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { addressAt } from '@/lib/hosting/address'
import type { Server } from '@/lib/hosting/servers'
import { serverNetworkText } from '@/lib/i18n/zh-Hans/server-network'
import { SubdomainForm } from './subdomain-form'
import copyButtonCss from '@/components/ui/copy-button.module.css'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const t = serverNetworkText.address

/** The address that players type, and the subdomain that is part of it. */
export function AddressCard({ server, refused }: { server: Server; refused: string | undefined }) {
  const { domain, ip, port } = server.net
  const direct = ip ? addressAt(ip, port) : undefined
  return (
    <Card id="server-address" title={t.title}>
      <div className={formCss.rows}>
        <div className={formCss.row}>
          <span>{t.main}</span>
          <div>
            <Address text={domain || direct} />
          </div>
        </div>
        {domain && direct ? (
          <div className={formCss.row}>
            <span>{t.direct}</span>
            <div>
              <Address text={direct} />
            </div>
          </div>
        ) : null}
        <SubdomainForm server={server} refused={refused} />
      </div>
    </Card>
  )
}

/** An address to be copied; without one, why there is none. */
export function Address({ text }: { text: string | undefined }) {
  if (!text) return <span className={ui.subtle}>{t.none}</span>
  return (
    <CopyButton className={copyButtonCss.address} text={text} label={t.copy(text)}>
      {text}
    </CopyButton>
  )
}
