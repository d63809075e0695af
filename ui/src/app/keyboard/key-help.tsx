import { Fragment } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { commandKey } from '@/lib/command-key'
import { keyboardText as t } from '@/lib/i18n/zh-Hans/keyboard'
import { reviewKeysText } from '@/lib/i18n/zh-Hans/review-keys'
import ui from '@/components/ui/ui.module.css'
import css from './key-help.module.css'

const groups = [
  [
    'everywhere',
    [
      ['commands', 'mod', 'K'],
      ['search', '/'],
      ['help', '?'],
      ['close', 'Esc'],
    ],
  ],
  [
    'lists',
    [
      ['next', 'J'],
      ['previous', 'K'],
      ['open', 'Enter'],
    ],
  ],
  [
    'writing',
    [
      ['publish', 'mod', 'Enter'],
      ['leave', 'Esc', 'Tab'],
    ],
  ],
] as const

/** The list of all keys. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.keys}>
      <div className={css.root}>
        {groups.map(([group, keys]) => (
          <section key={group}>
            <h3>{t.keyGroups[group]}</h3>
            <dl>
              {keys.map(([name, ...press]) => (
                <Fragment key={name}>
                  <dt>{t.keyNames[name]}</dt>
                  <dd>
                    {press.map((key) => (
                      <kbd key={key}>{key === 'mod' ? commandKey() : key}</kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        {location.pathname === '/moderation/review' ? <QueueKeys /> : null}
      </div>
      <p className={ui.small}>{t.typing}</p>
    </Dialog>
  )
}

/** The keys that the queue has of its own. */
function QueueKeys() {
  return (
    <section>
      <h3>{reviewKeysText.group}</h3>
      <dl>
        <dt>{reviewKeysText.start}</dt>
        <dd>
          <kbd>S</kbd>
        </dd>
      </dl>
      <p className={ui.small}>{reviewKeysText.panel}</p>
    </section>
  )
}
