import { useQuery } from '@tanstack/react-query'
import { Button, buttonClass } from '@/components/ui/button'
import { PlatformIcon } from '@/components/ui/platform-icon'
import { providerText as t } from '@/lib/i18n/zh-Hans/provider'
import { initAt } from '../model/outside'
import { providersQuery } from '../provider-query'
import buttonCss from '@/components/ui/button.module.css'
import css from './provider-buttons.module.css'

type Props = {
  /** The path to return to. */
  back: string
  /** The keys of the providers to show; all if it is left out. */
  only?: readonly string[]
  /** The words on a button. */
  words?: (label: string) => string
}

/** A button for each other site with whose account one can sign in; nothing where there is none. */
export function ProviderButtons({ back, only, words = t.signIn }: Props) {
  const { data } = useQuery(providersQuery)
  const shown = (data?.providers ?? []).filter((one) => only?.includes(one.key) ?? true)
  if (shown.length === 0) return null
  return (
    <div className={css.root}>
      {only ? null : <p className={css.or}>{t.or}</p>}
      {shown.map((one) =>
        one.away ? (
          <Button key={one.key} size="lg" className={buttonCss.block} disabled>
            <PlatformIcon code={one.icon} />
            {t.away(one.label)}
          </Button>
        ) : (
          <a key={one.key} className={buttonClass({ size: 'lg' }, buttonCss.block)} href={initAt(one.key, back)}>
            <PlatformIcon code={one.icon} />
            {words(one.label)}
          </a>
        ),
      )}
    </div>
  )
}
