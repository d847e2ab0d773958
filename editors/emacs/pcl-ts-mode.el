;;; pcl-ts-mode.el --- PCL with its tree-sitter grammar  -*- lexical-binding: t; package-lint-main-file: "pcl-mode.el"; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `pcl-ts-mode' is `pcl-mode' with colors, indentation, outline and movement by the tree-sitter grammar.  It needs Emacs 29 and
;; the compiled grammar; without them it is `pcl-mode', and files keep opening in that.

;;; Code:

(require 'pcl-mode)

(declare-function treesit-available-p "treesit.c")
(declare-function treesit-ready-p "treesit")
(declare-function treesit-font-lock-rules "treesit")
(declare-function treesit-major-mode-setup "treesit")
(declare-function treesit-node-child-by-field-name "treesit")
(declare-function treesit-node-children "treesit.c")
(declare-function treesit-node-field-name "treesit.c")
(declare-function treesit-node-parent "treesit.c")
(declare-function treesit-node-text "treesit")
(declare-function treesit-node-type "treesit.c")
(declare-function treesit-parser-create "treesit.c")
(defvar treesit-defun-name-function)
(defvar treesit-defun-type-regexp)
(defvar treesit-font-lock-feature-list)
(defvar treesit-font-lock-settings)
(defvar treesit-simple-imenu-settings)
(defvar treesit-simple-indent-rules)

(defconst pcl-ts-named "\\`\\(?:resource\\|config\\|output\\|component\\|read\\)\\'"
  "Matches the blocks whose first label is their name.")

(defconst pcl-ts-typed "\\`\\(?:resource\\|config\\|output\\|read\\)\\'"
  "Matches the blocks whose second label is a type.")

(defun pcl-ts-colors ()
  "Return the rules of colors.  The first one that fits a text counts."
  (treesit-font-lock-rules
   :language 'pcl :feature 'comment
   '((comment) @font-lock-comment-face)
   :language 'pcl :feature 'definition
   `((block type: (identifier) @font-lock-keyword-face)
     ((block type: (identifier) @kind :anchor label: (_) @font-lock-variable-name-face) (:match ,pcl-ts-named @kind))
     ((block type: (identifier) @kind :anchor label: (_) :anchor label: (_) @font-lock-type-face) (:match ,pcl-ts-typed @kind))
     (source_file (attribute name: (identifier) @font-lock-variable-name-face))
     (for_tuple variable: (identifier) @font-lock-variable-name-face)
     (for_object variable: (identifier) @font-lock-variable-name-face)
     (template_for variable: (identifier) @font-lock-variable-name-face))
   :language 'pcl :feature 'keyword
   '(["for" "in" "endfor" "if" "else" "endif"] @font-lock-keyword-face)
   :language 'pcl :feature 'escape-sequence
   '((escape_sequence) @font-lock-escape-face)
   :language 'pcl :feature 'string
   '((string "\"" @font-lock-string-face)
     (label) @font-lock-string-face
     (template_text) @font-lock-string-face
     [(heredoc_start) (heredoc_end)] @font-lock-string-face)
   :language 'pcl :feature 'constant
   '([(boolean) (null)] @font-lock-constant-face)
   :language 'pcl :feature 'number
   '([(number) (legacy_index)] @font-lock-number-face)
   :language 'pcl :feature 'function
   '((call function: (identifier) @font-lock-function-call-face))
   :language 'pcl :feature 'property
   '((attribute name: (identifier) @font-lock-property-name-face)
     (key (identifier) @font-lock-property-name-face)
     (attribute_access name: (identifier) @font-lock-property-use-face))
   :language 'pcl :feature 'variable
   '((variable (identifier) @font-lock-variable-use-face))
   :language 'pcl :feature 'interpolation
   '((interpolation ["${" "}"] @font-lock-misc-punctuation-face)
     (["%{"] @font-lock-misc-punctuation-face))
   :language 'pcl :feature 'bracket
   '((["(" ")" "[" "]" "{" "}"]) @font-lock-bracket-face)
   :language 'pcl :feature 'delimiter
   '((["." "," "::"]) @font-lock-delimiter-face)
   :language 'pcl :feature 'operator
   '((["=" "=>" "?" ":" "..." "||" "&&" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" "!"]) @font-lock-operator-face)))

(defconst pcl-ts-indentation
  '((pcl
     ((parent-is "\\`source_file\\'") column-0 0)
     ((node-is "\\`[])}]\\'") parent-bol 0)
     ((parent-is "\\`\\(?:heredoc\\|template_if\\|template_for\\)\\'") no-indent 0)
     ((parent-is "\\`\\(?:body\\|object\\|tuple\\|for_object\\|for_tuple\\|arguments\\|parenthesized\\|conditional\\|binary\\)\\'") parent-bol 2)
     (no-node parent-bol 0)))
  "The rules of indentation.")

(defun pcl-ts-name (node)
  "Return the words of a block up to its body, or the name of an attribute at NODE."
  (if (equal (treesit-node-type node) "attribute")
      (treesit-node-text (treesit-node-child-by-field-name node "name") t)
    (mapconcat (lambda (child) (treesit-node-text child t))
               (seq-filter (lambda (child) (member (treesit-node-field-name child) '("type" "label"))) (treesit-node-children node t))
               " ")))

(defun pcl-ts-outer-p (node)
  "Return non-nil if NODE is at the top of the program."
  (equal (treesit-node-type (treesit-node-parent node)) "source_file"))

(defun pcl-ts-ready-p ()
  "Return non-nil if this Emacs has tree-sitter and the grammar of PCL."
  (and (fboundp 'treesit-available-p) (treesit-available-p) (require 'treesit) (treesit-ready-p 'pcl t)))

(defun pcl-ts-setup ()
  "Use the grammar in this buffer if there is one."
  (when (pcl-ts-ready-p)
    (treesit-parser-create 'pcl)
    (setq-local treesit-font-lock-settings (pcl-ts-colors)
                treesit-font-lock-feature-list '((comment definition)
                                                 (keyword string)
                                                 (constant escape-sequence function interpolation number property)
                                                 (bracket delimiter operator variable))
                treesit-simple-indent-rules pcl-ts-indentation
                treesit-defun-type-regexp "\\`block\\'"
                treesit-defun-name-function #'pcl-ts-name
                treesit-simple-imenu-settings '((nil "\\`\\(?:block\\|attribute\\)\\'" pcl-ts-outer-p pcl-ts-name)))
    (treesit-major-mode-setup)))

;;;###autoload
(define-derived-mode pcl-ts-mode pcl-mode "PCL"
  "`pcl-mode' with the tree-sitter grammar."
  (pcl-ts-setup))

;;;###autoload
(define-derived-mode pcl-inputs-ts-mode pcl-inputs-mode "PCL Inputs"
  "`pcl-inputs-mode' with the tree-sitter grammar."
  (pcl-ts-setup))

(put 'pcl-ts-mode 'eglot-language-id "pcl")
(put 'pcl-inputs-ts-mode 'eglot-language-id "pcl-inputs")

(defvar lsp-language-id-configuration)
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(pcl-ts-mode . "pcl"))
  (add-to-list 'lsp-language-id-configuration '(pcl-inputs-ts-mode . "pcl-inputs")))

(defvar major-mode-remap-alist)
(when (pcl-ts-ready-p)
  (add-to-list 'major-mode-remap-alist '(pcl-mode . pcl-ts-mode))
  (add-to-list 'major-mode-remap-alist '(pcl-inputs-mode . pcl-inputs-ts-mode)))

(provide 'pcl-ts-mode)
;;; pcl-ts-mode.el ends here
