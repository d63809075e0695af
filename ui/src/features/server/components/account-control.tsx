import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, type InputHTMLAttributes, type Ref } from 'react'
import { Input } from '@/components/ui/input'
import { serverQueries } from '../api'

type AccountControlProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { ref?: Ref<HTMLInputElement>; text: string }

/** A field for the name of an account, which proposes those that begin like the text. */
export function AccountControl({ text, ...rest }: AccountControlProps) {
  const id = useId()
  const { data } = useQuery(serverQueries.accounts(useDeferredValue(text.trim())))
  return (
    <>
      <Input {...rest} list={id} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      <datalist id={id}>
        {data?.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
