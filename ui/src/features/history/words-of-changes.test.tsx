import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { server } from '@/testing/server'
import { FieldChanges } from './components/field-changes'

test('environments and dependencies are told in words and by title, and nothing of the interface in between', async () => {
  server.use(http.get('*/v2/projects', () => HttpResponse.json([{ id: 'noES26VA', title: '雾港' }])))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldChanges
        fields={[
          { field: 'environment', kind: 'value', from: [], to: ['client_only_server_optional'] },
          { field: 'dependencies', kind: 'list', from: [], to: ['embedded noES26VA', 'required lib.jar'] },
        ]}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByText('客户端必需，服务端可选')).toBeTruthy()
  expect(await screen.findByText('已内置 雾港')).toBeTruthy()
  expect(screen.getByText('必需 lib.jar')).toBeTruthy()
})
