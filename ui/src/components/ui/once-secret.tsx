import { Button } from './button'
import { CopyButton } from './copy-button'
import { Note } from './feedback'
import formCss from './form.module.css'
import secretCss from './secret.module.css'

type OnceSecretProps = { secret: string; text: string; copy: string; done: string; onDone: () => void }

/** A new secret, which is shown once: the body of a dialog. */
export function OnceSecret({ secret, text, copy, done, onDone }: OnceSecretProps) {
  return (
    <div className={formCss.root}>
      <Note tone="warn">{text}</Note>
      <p className={secretCss.root}>
        <code>{secret}</code>
        <CopyButton text={secret} label={copy} />
      </p>
      <div className={formCss.actions}>
        <Button kind="primary" onClick={onDone}>
          {done}
        </Button>
      </div>
    </div>
  )
}
